import { basicData, SaveBasicData } from '../../contract/site/basic-data.ts'
import { linkDesk, SaveLink } from '../../contract/site/links.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { offersScheduled } from '../kernel/offers/scheduled.ts'
import { figureWords, putFigure, takeFigureAway } from './basic-data.ts'
import { changingSite } from './changed.ts'
import { linkWords, putLink, putLinkAt, takeLinkAway } from './links.ts'

const pages: Readonly<Record<string, string>> = { home: '/work/homeBasicData', qqxs: '/work/qqxsData', zlb: '/work/appleZlbInfo' }

/** Menus, links and figures can be changed at a later time (ADR 1004). */
export function offerScheduledChanges(k: Kernel): void {
  offersScheduled(k, 'link', {
    access: linkDesk.save.access,
    body: SaveLink,
    changing: changingSite,
    save: (db, call, body) => putLink(db, call, body),
    remove: takeLinkAway,
    move: putLinkAt,
    words: linkWords,
    page: () => '/work/homemenu',
  })
  offersScheduled(k, 'basicData', {
    access: basicData.save.access,
    body: SaveBasicData,
    changing: changingSite,
    save: putFigure,
    remove: takeFigureAway,
    words: figureWords(k),
    scope: 'block',
    unique: { field: 'code', of: ({ code }) => code },
    page: (block) => pages[block] ?? '/work/homeBasicData',
  })
}
