import { callResults } from '../../contract/callcentre/states.ts'
import { maskText } from '../kernel/access/pii.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { notify } from '../system/index.ts'

/** 转部门: the staff of that office read the content without the number; for the number they ask the call centre. */
export async function tellOffice(k: Kernel, db: Db, id: number): Promise<void> {
  const row = await db
    .selectFrom('call_record as r')
    .leftJoin('company as c', 'c.id', 'r.company_id')
    .where('r.id', '=', id)
    .select(['r.content', 'r.office_id', 'c.name'])
    .executeTakeFirstOrThrow()
  const people = await db
    .selectFrom('sys_user')
    .select('id')
    .where('office_id', '=', row.office_id)
    .where('type', '=', 'YYF')
    .where('enabled', '=', true)
    .execute()
  await notify(db, k, {
    to: { userIds: people.map((person) => person.id) },
    kind: 'work',
    title: `来电${callResults.office}：${row.name ?? '未关联企业'}`,
    body: maskText(row.content),
  })
}
