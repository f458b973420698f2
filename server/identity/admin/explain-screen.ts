import { permissions } from '../../../contract/permissions.ts'
import type { Explanation } from '../../../contract/identity/access.ts'
import { invalidField } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { openedPages } from './closed-pages.ts'
import type { Held, Person } from './explain.ts'
import { quoted, whoOf } from './explain-words.ts'
import { askedByPage, rolesOpening } from './screen-rights.ts'

/** Whether a person sees a screen: the roles whose menu opens it, and whether the permission that its page asks is held as well. */
export async function explainScreen(k: Kernel, person: Person, roles: readonly Held[], menuId: number): Promise<Explanation> {
  const menu = await k.db.selectFrom('menu').select(['id', 'name', 'url', 'hidden']).where('id', '=', menuId).executeTakeFirst()
  if (!menu) throw invalidField('menuId', '没有这个菜单')
  if (menu.url === '') throw invalidField('menuId', '目录随下级显示，请选择其中一个页面')
  // Another entry may lead to the same page.
  const page = (await openedPages(k.db, () => true)).get(menu.url)
  const needs = askedByPage(k, menu.url)
  const opens = (role: Held) => page?.roles.has(role.id) ?? false
  const gives = (role: Held) => needs !== null && role.permissions.includes(needs)
  const now = roles.filter(({ planned }) => !planned)
  const acting = now.filter(opens)
  const isHeld = needs === null || now.some(gives)
  const wouldOpen = acting.length > 0 ? [] : await rolesOpening(k.db, { menuId })
  const wouldAllow = isHeld ? [] : await rolesOpening(k.db, { permission: needs })
  const later = roles.find((role) => role.planned && opens(role))
  const who = whoOf(person)
  const words = () => {
    if (!person.enabled) return `${who}不能：账号已停用。`
    if (!page) return `${who}不能：“${menu.name}”或其上级设为不可点，谁也打不开。`
    if (acting.length === 0 && later) return `${who}现在不能：角色“${later.name}”从 ${later.from} 起才生效。`
    if (acting.length === 0)
      return `${who}不能：${roles.length === 0 ? '没有任何角色' : '持有的角色都没有这个菜单'}。${givenBy('含这个菜单的角色', wouldOpen)}`
    const by = `由角色${quoted(acting.map(({ name }) => name))}的菜单给予`
    if (!isHeld)
      return `${who}打得开页面，${by}，但看不到内容：没有“${permissions[needs].name}”权限。${givenBy('给这项权限的角色', wouldAllow)}`
    return `${who}看得见：${by}。${menu.hidden ? '菜单里不列出，按地址打开。' : ''}`
  }
  return {
    user: { id: person.id, name: person.name, officeName: person.office_name, enabled: person.enabled },
    title: menu.name,
    may: person.enabled && acting.length > 0 && isHeld,
    gone: false,
    words: words(),
    roles: roles.map((role) => ({
      roleId: role.id,
      roleName: role.name,
      term: role.to === null ? null : `${role.from} 至 ${role.to}`,
      planned: role.planned,
      gives: [...(opens(role) ? ['菜单'] : []), ...(gives(role) ? [permissions[needs!].name] : [])],
      rule: null,
      rows: null,
      sees: null,
      lacks: null,
    })),
    wouldGive: [...new Set([...wouldOpen, ...wouldAllow].map(({ name }) => name))],
    rows: null,
    total: null,
    asks: needs === null ? null : { name: permissions[needs].name, held: isHeld },
  }
}

function givenBy(title: string, roles: readonly { name: string; exclusive_group: string | null }[]): string {
  if (roles.length === 0) return `还没有${title}。`
  const names = quoted(roles.map(({ name }) => name))
  return roles.every(({ exclusive_group }) => exclusive_group !== null)
    ? `只有${names}持有，任免在服务器上办理。`
    : `${title}：${names}，由安全管理员授予。`
}
