import { line, personName, phone, text } from '../../../contract/fields.ts'
import { STAFF_IMPORT, userName } from '../../../contract/identity/users.ts'
import { importParts, type ImportChange, type ImportState } from '../../../contract/imports.ts'
import type { Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import type { Db } from '../../kernel/db/index.ts'
import { offersTemplate } from '../../kernel/files/templates.ts'
import { offersImport, type Applied, type ImportRow, type ImportScope } from '../../kernel/import/importers.ts'
import { receiveImport } from '../../kernel/import/receive.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { blindIndexes, openPii } from '../../kernel/access/pii.ts'
import type { CellError, SheetColumn } from '../../kernel/sheet/check.ts'
import { plain, sameName, textCell } from '../../kernel/sheet/values.ts'
import { templateSheet } from '../../kernel/sheet/write.ts'
import { normalUserName } from '../user-name.ts'
import { mobileColumns } from '../mobile.ts'
import { administratorsAmong, LOG_IN_FIXED, NUMBER_FIXED } from './administrator-log-in.ts'
import { changedParts } from './log-in-changed.ts'
import { loggedAccount, noteEdit } from './logged-account.ts'

const USER = '用户名'
const OFFICE = '部门'
const ACCOUNT = '统一账号'
const MOBILE = '手机号'
interface Row {
  userName: string
  name: string
  office: string
  mobile?: string
  accountId?: string
}
/** What earlier good rows of the file give to somebody. */
interface Taken {
  accounts: Set<string>
  mobiles: Set<string>
}
const columns: readonly SheetColumn[] = [
  { key: 'userName', title: USER, text: true, width: 20, schema: textCell.transform(plain).pipe(userName), required: true },
  {
    key: 'name',
    title: '姓名',
    text: true,
    width: 16,
    schema: textCell.pipe(personName),
    required: true,
  },
  { key: 'office', title: OFFICE, text: true, width: 24, schema: textCell.pipe(text(60)), required: true },
  { key: 'mobile', title: MOBILE, text: true, width: 16, schema: textCell.transform(plain).pipe(phone) },
  { key: 'accountId', title: ACCOUNT, text: true, width: 24, schema: textCell.pipe(line(128)) },
]

/**
 * 导入用户: staff by user name. New accounts have no password and no role: passwords are issued one by one, and roles are granted by another
 * person.
 */
export function offerUserImport(k: Kernel): void {
  offersImport<Record<string, never>, Row>(k, STAFF_IMPORT, {
    title: '导入用户',
    open: async (scope) => {
      const taken: Taken = { accounts: new Set(), mobiles: new Set() }
      return {
        columns,
        keyOf: ({ userName: name }: Partial<Row>) => (name === undefined ? null : { key: normalUserName(name), column: USER }),
        faultsOf: async (db, rows) => {
          const { judge } = await judgeOf(k, db, rows, taken)
          return rows.flatMap((row) => judge(row).errors)
        },
        apply: (db, rows, dry) => applyRows(scope, db, rows, dry, taken),
      }
    },
  })
  offersTemplate(k, STAFF_IMPORT, async () => ({
    fileName: '用户导入模板.xlsx',
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: await templateSheet('用户', columns),
  }))
}

export const importUsers = (k: Kernel, call: Call, actor: Actor): Promise<ImportState> =>
  receiveImport(k, call, actor, STAFF_IMPORT, importParts)

async function applyRows(
  { k, call }: ImportScope<unknown>,
  db: Db,
  rows: readonly ImportRow<Row>[],
  dry: boolean,
  taken: Taken,
): Promise<Applied> {
  const { judge, offices } = await judgeOf(k, db, rows, taken)
  const done = { added: 0, changed: 0, same: 0, errors: [] as CellError[], changes: [] as ImportChange[] }
  const nameOf = (id: number | null) => offices.find((one) => one.id === id)?.name
  for (const one of rows) {
    const { value } = one
    const { known, office, errors } = judge(one)
    if (errors.length > 0 || office === undefined) {
      done.errors.push(...errors)
      continue
    }
    if (value.accountId) taken.accounts.add(value.accountId)
    if (value.mobile) taken.mobiles.add(value.mobile)
    const same =
      known?.name === value.name
      && known.office_id === office
      && (value.mobile === undefined || (known.mobile !== null && openPii(k, known.mobile) === value.mobile))
      && (value.accountId === undefined || known.account_id === value.accountId)
    done[same ? 'same' : known ? 'changed' : 'added'] += 1
    if (known && !same) done.changes.push({ row: one.row, words: changeWords(k, known, value, nameOf(office), nameOf(known.office_id)) })
    if (dry || same) continue
    const columns = {
      name: value.name,
      office_id: office,
      ...(value.mobile === undefined ? {} : mobileColumns(k, value.mobile)),
      ...(value.accountId === undefined ? {} : { account_id: value.accountId }),
    }
    if (known) {
      await db
        .updateTable('sys_user')
        .set((e) => ({ ...columns, version: e('version', '+', 1) }))
        .where('id', '=', known.id)
        .execute()
      await noteEdit(k, db, call, { before: known, columns, input: value, imported: true })
      continue
    }
    const user_name = normalUserName(value.userName)
    const { id } = await db
      .insertInto('sys_user')
      .values({ ...columns, user_name, type: 'YYF', created_at: k.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const after = loggedAccount(k, { mobile: null, account_id: null, ...columns, user_name })
    await audit(db, call, { action: 'user.create', objectType: 'user', objectId: id, detail: { after, type: 'YYF', import: true } })
  }
  return done
}

/** All that is wrong with a row beyond its single cells, and the account and office that it names. A cell that is missing is not judged. */
async function judgeOf(k: Kernel, db: Db, rows: readonly ImportRow<Partial<Row>>[], taken: Taken) {
  const offices = await db.selectFrom('office').select(['id', 'name', 'code', 'enabled']).execute()
  const standing = await standingOf(k, db, rows)
  const administrators = await administratorsAmong(
    db,
    standing.map((user) => user.id),
  )
  const judge = ({ row, value }: ImportRow<Partial<Row>>) => {
    const { userName: name, office, accountId, mobile } = value
    const known = name === undefined ? undefined : standing.find((user) => user.user_name === normalUserName(name))
    // Without a user name it is not known whose these are.
    const isOthers = (user: Standing | undefined) => user !== undefined && name !== undefined && user.id !== known?.id
    const errors: CellError[] = []
    const fault = (column: string, message: string) => errors.push({ row, column, message })
    const found = office === undefined ? [] : offices.filter((one) => one.code === office || sameName(one.name, office))
    if (office !== undefined && found.length !== 1) fault(OFFICE, found.length === 0 ? '没有这个部门' : '有几个同名的部门，请填部门代码')
    else if (found[0]?.enabled === false) fault(OFFICE, '该部门已停用')
    if (known && known.type !== 'YYF') fault(USER, '是企业或个人的账号，不能导入')
    if (accountId) {
      if (isOthers(standing.find((user) => user.account_id === accountId)) || taken.accounts.has(accountId))
        fault(ACCOUNT, '该账号已属于其他用户')
    }
    if (known && administrators.has(known.id)) {
      const parts = changedParts(k, known, value)
      if (parts.includes('统一账号')) fault(ACCOUNT, LOG_IN_FIXED)
      if (parts.includes('手机号')) fault(MOBILE, NUMBER_FIXED)
      const isMoved = found.length === 1 && found[0]!.id !== known.office_id
      if ((value.name !== undefined && value.name !== known.name) || isMoved) fault(USER, '系统、安全、审计管理员的账号不能用导入修改')
    }
    if (mobile) {
      const indexes = blindIndexes(k, mobile)
      const owner = standing.find((user) => user.type === 'YYF' && user.mobile_index !== null && indexes.includes(user.mobile_index))
      if (isOthers(owner) || taken.mobiles.has(mobile)) fault(MOBILE, '该手机号已属于其他用户')
    }
    return { known, office: found[0]?.id, errors }
  }
  return { judge, offices }
}

/** `zhang3（张三）：姓名改为“张丰”；部门由“甲”改为“乙”`. Numbers and unified accounts are named, not shown. */
function changeWords(k: Kernel, known: Standing, value: Row, office: string | undefined, before: string | undefined): string {
  const parts = [
    ...(known.name === value.name ? [] : [`姓名改为“${value.name}”`]),
    ...(office === before ? [] : [`部门由“${before ?? '无'}”改为“${office}”`]),
    ...changedParts(k, known, value).map((part) => `改${part}`),
  ]
  return `${known.user_name}（${known.name}）：${parts.join('；')}`
}

/** Existing accounts that the rows name, by user name, unified log-in account, or number. */
type Standing = Awaited<ReturnType<typeof standingOf>>[number]
const standingOf = (k: Kernel, db: Db, rows: readonly ImportRow<Partial<Row>>[]) =>
  db
    .selectFrom('sys_user')
    .select(['id', 'user_name', 'name', 'type', 'office_id', 'mobile', 'mobile_index', 'account_id'])
    .where((e) =>
      e.or([
        e('user_name', 'in', ['', ...rows.flatMap(({ value }) => (value.userName === undefined ? [] : normalUserName(value.userName)))]),
        e('account_id', 'in', ['', ...rows.flatMap(({ value }) => value.accountId ?? [])]),
        e('mobile_index', 'in', ['', ...rows.flatMap(({ value }) => (value.mobile ? blindIndexes(k, value.mobile) : []))]),
      ]),
    )
    .execute()
