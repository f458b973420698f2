import { audit } from '../../kernel/audit/audit.ts'
import type { Db } from '../../kernel/db/index.ts'
import { AppError, refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { changesMoved, changesOf, takeBack } from '../../kernel/way-back.ts'
import { changing, seenBy } from './menus.ts'
import { levelOf, MENU, refuseMenu, setLevel, valuesOf, type MenuValues } from './menu-state.ts'

type Kept = (MenuValues & { roleIds?: number[] }) | { place: number }
const labels = {
  name: '名称',
  url: '地址',
  description: '说明',
  icon: '图标',
  sort: '顺序',
  hidden: '隐藏',
  disabled: '不可点',
  parent_id: '上级编号',
  place: '位置',
}
export const menuHistory = (k: Kernel, asked: { page: number; pageSize: number }) => changesOf(k, MENU, labels, asked)

/** Takes back the newest change of one entry (ADR 0876). A deleted entry comes back for the roles that saw it and still exist. */
export const undoMenu = (k: Kernel, call: Call, id: number): Promise<true> =>
  changing(k, async (db) => {
    const { rowId, name, before, after } = await takeBack<Kept>(db, MENU, id)
    // Read before a row is deleted, and again after one came back.
    const seen = await seenBy(db, [rowId])
    const now = await restore(db, rowId, before, after).catch((error: unknown) => {
      // There is no field here at which the reason could stand.
      throw error instanceof AppError && error.fields ? refused(`不能撤销：${error.fields[0]?.message ?? error.message}`) : error
    })
    await audit(db, call, { action: 'menu.undo', objectType: 'menu', objectId: rowId, detail: { name, before: after, after: before } })
    return { result: true, seen: [...new Set([...seen, ...(now === rowId ? [] : await seenBy(db, [now]))])] }
  })

/** Returns the id of the entry, which is a new one when it had been deleted. */
async function restore(db: Db, id: number, before: Kept | null, after: Kept | null): Promise<number> {
  if (before === null) {
    if (await db.selectFrom('menu').select('id').where('parent_id', '=', id).limit(1).executeTakeFirst())
      throw refused('请先删除或移走下级菜单', 'IN_USE')
    await db.deleteFrom('menu').where('id', '=', id).execute()
    return id
  }
  if ('place' in before) {
    const own = await db.selectFrom('menu').select('parent_id').where('id', '=', id).executeTakeFirstOrThrow()
    const others = (await levelOf(db, own.parent_id)).filter((one) => one !== id)
    await setLevel(db, others.toSpliced(before.place - 1, 0, id))
    return id
  }
  const values = valuesOf(before)
  await refuseMenu(db, after === null ? undefined : id, values)
  if (after !== null) {
    await db
      .updateTable('menu')
      .set((e) => ({ ...values, version: e('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    return id
  }
  const made = await db.insertInto('menu').values(values).returning('id').executeTakeFirstOrThrow()
  await changesMoved(db, MENU, id, made.id)
  const roles = await db
    .selectFrom('role')
    .select('id')
    .where('id', 'in', [0, ...(before.roleIds ?? [])])
    .execute()
  if (roles.length > 0)
    await db
      .insertInto('role_menu')
      .values(roles.map((role) => ({ role_id: role.id, menu_id: made.id })))
      .execute()
  return made.id
}
