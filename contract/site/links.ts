/** 首页菜单管理 (spec §2 /work/homemenu): top menu, quick links, government links. They are read with GET /sys/link/list. */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { id, ok, requiredLine, seenOrder, text, wireInt } from '../fields.ts'
import { history, historyQuery, undoBody } from '../way-back.ts'
import { oneOfSite, siteAddress, sitePlace, siteSaved, siteVersion } from './parts.ts'

export const linkPositions = { menu: '顶部菜单', quick: '快速链接', gov: '政府网站' } as const
export type LinkPosition = keyof typeof linkPositions

export const SaveLink = z.strictObject({
  id: id.optional(),
  version: siteVersion.optional(),
  position: z.enum(['menu', 'quick', 'gov'], { error: '请选择位置' }),
  name: requiredLine(20, '请输入名称'),
  url: siteAddress,
  desc: text(100).default(''),
  hidden: z.boolean().default(false),
  disabled: z.boolean().default(false),
  signed: z.boolean().default(false),
  eventLabel: text(30).default(''),
})
/** To a place among its like, counted from 1; one behind the last is the last. */
export const PlaceLink = z.strictObject({ id, place: wireInt(1, 1000) })
const shown = { version: siteVersion.optional(), seen: seenOrder.optional() }
export const linkDesk = {
  save: post('/sys/link/saveOrUpdate', { access: can('link:manage'), body: SaveLink, returns: siteSaved, summary: '新增或修改菜单与链接' }),
  remove: post('/sys/link/delete', { access: can('link:manage'), as: 'form', body: oneOfSite, returns: ok, summary: '删除菜单或链接' }),
  history: get('/sys/link/history', { access: can('link:manage'), query: historyQuery, returns: history, summary: '菜单与链接的修改记录' }),
  undo: post('/sys/link/undo', {
    access: can('link:manage'),
    body: undoBody,
    returns: ok,
    summary: '撤销菜单与链接最近的修改、新增、删除或移动',
  }),
  /** One place up or down, or to a place (by drag, or chosen). A page names what it showed. */
  move: post('/sys/link/move', {
    access: can('link:manage'),
    body: z.union([PlaceLink.extend(shown), sitePlace.extend(shown)]),
    returns: ok,
    summary: '调整菜单与链接的顺序',
  }),
}
