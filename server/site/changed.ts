import { publishing } from '../kernel/offers/publishing.ts'

/** Every page carries the menus, so all of them are forgotten, in every process, when the change has committed. */
export const { changing: changingSite, hear: hearSite } = publishing({ topic: 'site', pages: '/' })
