/** The visitor's display settings: 长辈版 and high contrast (ux §3.5). Stored in two cookies, so that the server renders them too. */
export interface Display {
  elder: boolean
  contrast: boolean
}

export const readDisplay = (cookie: string): Display => ({
  elder: /(?:^|;\s*)elder=1(?:;|$)/.test(cookie),
  contrast: /(?:^|;\s*)contrast=1(?:;|$)/.test(cookie),
})

/** Switches at once, without a reload, and remembers the setting for a year. */
export function setDisplay(name: keyof Display, on: boolean): void {
  document.cookie = `${name}=${on ? '1' : ''}; Path=/; Max-Age=${on ? 31_536_000 : 0}; SameSite=Lax`
  const html = document.documentElement
  if (name === 'elder') html.toggleAttribute('data-elder', on)
  else html.toggleAttribute('data-contrast', on)
  if (on) html.setAttribute(name === 'elder' ? 'data-elder' : 'data-contrast', name === 'elder' ? '1' : 'high')
  window.dispatchEvent(new Event('qifu:display'))
}

/** Applies the account's display settings when this browser has others. */
export function showAs(display: Display): void {
  const now = readDisplay(document.cookie)
  for (const name of ['elder', 'contrast'] as const) if (now[name] !== display[name]) setDisplay(name, display[name])
}
