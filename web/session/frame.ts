/** Whether the page is shown inside another site's page. Only /zzd/* may be (O-04). */
export const inFrame = (): boolean => window.self !== window.top

/** Links from a frame to pages that may not be shown in it open a window of their own. */
export const outOfFrame = (): { target?: '_blank'; rel?: 'noopener' } => (inFrame() ? { target: '_blank', rel: 'noopener' } : {})

/** What a page in a frame opens in place of `target`: every page outside /zzd would stay blank there. */
export function withinFrame(target: string, here: string): string {
  const { origin, pathname } = new URL(target, here)
  return origin === new URL(here).origin && pathname.startsWith('/zzd/') ? target : '/zzd/home'
}
