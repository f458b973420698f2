import { publishing } from '../kernel/offers/publishing.ts'

/** Every page contains the menus, so a change clears all cached pages in every process after its commit. */
export const { changing: changingSite, hear: hearSite } = publishing({ topic: 'site', pages: '/' })
