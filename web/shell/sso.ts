/** Address of the single sign-on, with the home page as return address (spec §2 Header). Relative addresses are the platform's own. */
export const ssoAddress = (ssoUrl: string, back = '/page/home'): string => {
  const returnTo = typeof location === 'undefined' ? back : new URL(back, location.href).href
  return `${ssoUrl}${ssoUrl.includes('?') ? '&' : '?'}redirect=${encodeURIComponent(/^https?:/i.test(ssoUrl) ? returnTo : back)}`
}
