import { landingPages, ownPages } from '../../../contract/own-pages.ts'

/** Pages of the workbench open by a menu; the others, and a person's own, open without one. */
const needsMenu = (url: string): boolean => url.startsWith('/work/') && ![...ownPages, ...Object.values(landingPages)].includes(url)

/** What the deletion of a menu entry does to the page behind it. How many people lose it is asked by the server (closed-pages.ts). */
export function deletionEffect(url: string): string {
  const menu = '看得到它的人下次操作时菜单随即更新'
  if (url === '') return `${menu}。`
  return needsMenu(url)
    ? `${menu}；没有别的菜单通往这个页面的人将打不开它，有这样的人时会先说明人数，再请您确认。`
    : `${menu}；页面不靠这个菜单打开，不受影响。`
}
