import { landingPages, ownPages } from '../../../contract/own-pages.ts'

/** Pages of the workbench open by a menu; the others, and a person's own, open without one. */
const needsMenu = (url: string): boolean => url.startsWith('/work/') && ![...ownPages, ...Object.values(landingPages)].includes(url)

/** What the deletion of a menu entry does to the page behind it. How many people lose it is asked by the server (closed-pages.ts). */
export function deletionEffect(url: string): string {
  const menu = '看得到它的人下次操作时菜单随即更新'
  if (url === '') return `${menu}。`
  return needsMenu(url) ? `${menu}；有人因此打不开这个页面时，会先说明人数。` : `${menu}；页面不靠这个菜单打开，不受影响。`
}

/** What is said instead of the question for an entry with others below: the server refuses its deletion. null: it has none. */
export function keptByBelow({
  name,
  children = [],
}: {
  name: string
  children?: readonly unknown[]
}): { title: string; text: string } | null {
  if (children.length === 0) return null
  return { title: `“${name}”还不能删除`, text: `它有 ${children.length} 个直接下级，请先删除或移走下级菜单。` }
}
