import type { FastifyInstance } from 'fastify'
import { aboutUs } from '../../contract/site/about.ts'
import { adverts } from '../../contract/site/adverts.ts'
import { basicData } from '../../contract/site/basic-data.ts'
import { linkDesk } from '../../contract/site/links.ts'
import { platforms } from '../../contract/site/platforms.ts'
import { tryLogin } from '../identity/index.ts'
import { personalData } from '../kernel/access/personal-data.ts'
import { fileOwner } from '../kernel/files/access.ts'
import { implement } from '../kernel/implement.ts'
import { recurring } from '../kernel/jobs/jobs.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { purgePagesAfter } from '../kernel/offers/services.ts'
import { offersPages } from '../kernel/public/sitemap.ts'
import { publishDue } from './about-timed.ts'
import { ABOUT, aboutNow, aboutVersions, saveAbout } from './about.ts'
import { rollbackAbout } from './about-way-back.ts'
import { advertHistory, findAdvert, listAdverts, moveAdvert, placeAdvert, saveAdvert, undoAdvert } from './adverts.ts'
import { basicDataHistory, findBasicData, listBasicData, removeBasicData, saveBasicData, undoBasicData } from './basic-data.ts'
import { figureChoices } from './bound-figures.ts'
import { hearSite } from './changed.ts'
import { linkHistory, moveLink, removeLink, saveLink, undoLink } from './links.ts'
import { offerScheduledChanges } from './scheduled.ts'
import { watchDeadLinks } from './dead-links.ts'
import { findPlatform, listPlatforms, PLATFORM, platformOptions, removePlatform, savePlatform } from './platforms.ts'

/** Joins what administrators and operators keep on public pages: menus, platforms, figures, adverts, 关于我们 (ADR 0461). */
export function joinSite(k: Kernel): void {
  let http: FastifyInstance
  k.mounts.push((server) => {
    http = server
  })
  hearSite(k)
  watchDeadLinks(k)
  offerScheduledChanges(k)
  personalData(k, { table: 'about_version', dealtBy: ['created_by'] })
  fileOwner(k, PLATFORM, async (actor) => actor.permissions.has('link:manage'))
  fileOwner(k, ABOUT, async (actor) => actor.permissions.has('site:manage'))
  offersPages(k, { fixed: ['/page/aboutus'] })
  recurring(k, { name: 'site.due', title: '到时间的网站内容', cron: '* * * * *' }, () => publishDue(k))
  recurring(k, { name: 'site.day', title: '按日上下架的推广位', cron: '0 0 * * *' }, () => purgePagesAfter(k.db, '/page'))
  implement(k, 'settings', aboutUs, {
    detail: () => aboutNow(k),
    save: ({ call, body }) => saveAbout(k, call, body),
    versions: ({ query }) => aboutVersions(k, query),
    rollback: ({ call, body }) => rollbackAbout(k, call, body),
  })
  implement(k, 'settings', linkDesk, {
    save: ({ call, body }) => saveLink(k, call, body),
    remove: ({ call, body }) => removeLink(k, call, body),
    move: ({ call, body }) => moveLink(k, call, body),
    history: ({ query }) => linkHistory(k, query),
    undo: ({ call, body }) => undoLink(k, call, body.id),
  })
  implement(k, 'settings', platforms, {
    list: ({ query }) => listPlatforms(k, query),
    findById: ({ query }) => findPlatform(k, query.id),
    save: ({ call, body }) => savePlatform(k, call, body),
    remove: ({ call, body }) => removePlatform(k, call, body),
    options: () => platformOptions(k),
    tryLogin: ({ query }) => tryLogin(k, http, query.id),
  })
  implement(k, 'settings', basicData, {
    list: ({ call, query }) => listBasicData(k, call.actor, query),
    findById: ({ query }) => findBasicData(k, query.id),
    figures: () => figureChoices(k),
    save: ({ call, body }) => saveBasicData(k, call, body),
    remove: ({ call, body }) => removeBasicData(k, call, body),
    history: ({ query }) => basicDataHistory(k, query),
    undo: ({ call, body }) => undoBasicData(k, call, body.id),
  })
  implement(k, 'settings', adverts, {
    list: ({ call, query }) => listAdverts(k, call.actor, query),
    findById: ({ actor, query }) => findAdvert(k, actor, query.id),
    save: ({ call, body }) => saveAdvert(k, call, body),
    remove: ({ call, body }) => moveAdvert(k, call, 'delete', body),
    publish: ({ call, body }) => moveAdvert(k, call, 'publish', body),
    offPublish: ({ call, body }) => moveAdvert(k, call, 'offPublish', body),
    move: ({ call, body }) => placeAdvert(k, call, body),
    history: ({ query }) => advertHistory(k, query),
    undo: ({ call, body }) => undoAdvert(k, call, body.id),
  })
}
