import { sql } from 'kysely'
import type { Parsed } from '../../../contract/endpoint.ts'
import type { menuDesk } from '../../../contract/identity/menus.ts'
import { audit } from '../../kernel/audit/audit.ts'
import type { Db } from '../../kernel/db/index.ts'
import { AppError, refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { changesMoved, changesOf, takeBack, undoneValues } from '../../kernel/way-back.ts'
import { changing, seenBy } from './menus.ts'
import { levelOf, loggedMenu, MENU, refuseMenu, rolesOf, setLevel, valuesOf, type KeptMenu, type MenuValues } from './menu-state.ts'

const labels = {
  name: '名称',
  url: '地址',
  description: '说明',
  icon: '图标',
  sort: '顺序',
  hidden: '隐藏',
  disabled: '不可点',
  parent_id: '上级',
  place: '位置',
}
export async function menuHistory(k: Kernel, asked: { page: number; pageSize: number }) {
  const names = new Map((await k.db.selectFrom('menu').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]))
  const parent = (id: unknown) => (id === null ? '没有上级' : (names.get(Number(id)) ?? '已删除的目录'))
  return changesOf(k, MENU, labels, asked, { parent_id: parent })
}

/**
 * Takes back the newest change of one entry (ADR 0876). A deleted entry comes back for the roles that saw it, still exist and were not saved
 * since: what a security officer decided later stays.
 */
export const undoMenu = (k: Kernel, call: Call, { id, confirmed }: Parsed<typeof menuDesk.undo>['body']): Promise<true> =>
  changing(
    k,
    call,
    async (db) => {
      const { rowId, name, before, after } = await takeBack<KeptMenu>(db, MENU, id, async () => {})
      // Read before a row is deleted, and again after one came back.
      const seen = await seenBy(db, [rowId])
      const now = await restore(db, rowId, before, after).catch((error: unknown) => {
        // There is no field here at which the reason could stand.
        throw error instanceof AppError && error.fields ? refused(`不能撤销：${error.fields[0]?.message ?? error.message}`) : error
      })
      const roleIds = now === rowId ? [] : (await rolesOf(db, now)).map((role) => role.id)
      const logged = (values: KeptMenu | null) => values && loggedMenu(values)
      const detail = { name, before: logged(after), after: logged(before), ...(now === rowId ? {} : { roleIds }) }
      await audit(db, call, { action: 'menu.undo', objectType: 'menu', objectId: rowId, detail })
      return { result: true, seen: [...new Set([...seen, ...(now === rowId ? [] : await seenBy(db, [now]))])] }
    },
    confirmed,
  )

/** Returns the id of the entry, which is a new one when it had been deleted. */
async function restore(db: Db, id: number, before: KeptMenu | null, after: KeptMenu | null): Promise<number> {
  if (before === null) {
    if (await db.selectFrom('menu').select('id').where('parent_id', '=', id).limit(1).executeTakeFirst())
      throw refused('请先删除或移走下级菜单', 'IN_USE')
    await db.deleteFrom('menu').where('id', '=', id).execute()
    return id
  }
  if ('place' in before) {
    const own = await db.selectFrom('menu').select('parent_id').where('id', '=', id).executeTakeFirst()
    if (!own) throw refused('这个菜单已不在，不能撤销')
    const others = (await levelOf(db, own.parent_id)).filter((one) => one !== id)
    await setLevel(db, others.toSpliced(before.place - 1, 0, id))
    return id
  }
  if (after !== null) {
    const own = await db.selectFrom('menu').selectAll().where('id', '=', id).executeTakeFirst()
    if (!own) throw refused('这个菜单已不在，不能撤销')
    const back = undoneValues(before, after as MenuValues)
    await refuseMenu(db, id, { ...valuesOf(own), ...back })
    await db
      .updateTable('menu')
      .set((e) => ({ ...back, version: e('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    return id
  }
  await refuseMenu(
    db,
    undefined,
    before,
    before.roles?.map((role) => role.id),
  )
  const made = await db.insertInto('menu').values(valuesOf(before)).returning('id').executeTakeFirstOrThrow()
  await changesMoved(db, MENU, id, made.id)
  await parentMoved(db, id, made.id)
  const saw = new Map(before.roles?.map((role) => [role.id, role.version]))
  // Locked, so that a role that is being saved at this moment counts as saved since.
  const roles = await db
    .selectFrom('role')
    .select(['id', 'version'])
    .where('id', 'in', [0, ...saw.keys()])
    .orderBy('id')
    .forUpdate()
    .execute()
  const same = roles.filter((role) => role.version === saw.get(role.id))
  if (same.length > 0)
    await db
      .insertInto('role_menu')
      .values(same.map((role) => ({ role_id: role.id, menu_id: made.id })))
      .execute()
  return made.id
}

/** The kept changes of entries below name their parent by its id. */
async function parentMoved(db: Db, from: number, to: number): Promise<void> {
  for (const side of ['before', 'after'] as const)
    await sql`update row_change set ${sql.ref(side)} = jsonb_set(${sql.ref(side)}, '{parent_id}', to_jsonb(${to}::bigint))
      where kind = ${MENU} and ${sql.ref(side)} -> 'parent_id' = to_jsonb(${from}::bigint)`.execute(db)
}
