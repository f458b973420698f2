import { leftOut, personalSection } from '../kernel/access/personal-data.ts'
import { UPLOADS_KEPT } from '../kernel/access/personal-tables.ts'
import type { Db } from '../kernel/db/index.ts'
import { openTo } from '../kernel/files/access.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { actorOfUser } from '../identity/index.ts'

/** What the platform made for the person; only the copy itself leaves it out. */
const MADE = ['myData', 'export', 'import']
const AT_WORK = '工作中上传，属于所办的事项'
const NOT_OPEN = '属于企业或已不由本人办理的事项，请在该事项里下载'

const ofOwner = (db: Db, userId: number) =>
  db
    .selectFrom('file')
    .select(['key', 'name', 'size', 'created_at', 'scan_state', 'visibility', 'owner_id', 'object_type', 'object_id'])
    .where('owner_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('key')
type Upload = Awaited<ReturnType<ReturnType<typeof ofOwner>['execute']>>[number]

/**
 * Those of the files that the person, with the rights of now and not as a company, could open with a link (ADR 1020). Who acts for a
 * company uploads papers of the company; they are not the person's after the bond, and before it ends the company's pages show them.
 */
async function openToOwner(k: Kernel, userId: number, files: readonly Upload[]): Promise<Set<Upload>> {
  const actor = await actorOfUser(k, userId)
  return actor ? openTo(k, actor, files) : new Set()
}

/**
 * A person's uploads that passed the virus scan, in the order of packing; what the platform made for the person (copies, exports, refused
 * rows of imports) is left out. Staff upload papers of others, so theirs are only named.
 */
export async function uploadsOf(k: Kernel, userId: number, mostBytes: number) {
  const files = await ofOwner(k.db, userId)
    .where('scan_state', 'in', ['clean', 'skipped'])
    .where((e) => e.or([e('object_type', 'is', null), e('object_type', 'not in', MADE)]))
    .execute()
  const { type } = await k.db.selectFrom('sys_user').select('type').where('id', '=', userId).executeTakeFirstOrThrow()
  const packed: Upload[] = []
  const left: { 文件名: string; 原因: string }[] = []
  const open = type === 'YYF' ? new Set<Upload>() : await openToOwner(k, userId, files)
  let bytes = 0
  for (const file of files) {
    if (type === 'YYF') left.push({ 文件名: file.name, 原因: AT_WORK })
    else if (!open.has(file)) left.push({ 文件名: leftOut(), 原因: NOT_OPEN })
    else if ((bytes += file.size) <= mostBytes) packed.push(file)
    else left.push({ 文件名: file.name, 原因: '超出一份副本的大小，请在原处下载' })
  }
  return { packed, left }
}

/** Lists the person's uploads in 我的数据. The name of a file that the person may not open is left out: it is a word of the company. */
export const listUploads = (k: Kernel): void =>
  personalSection(k, {
    key: 'file',
    title: '上传的文件',
    kept: UPLOADS_KEPT,
    count: async (db, userId) =>
      (
        await db
          .selectFrom('file')
          .select((e) => e.fn.countAll<number>().as('n'))
          .where('owner_id', '=', userId)
          .executeTakeFirstOrThrow()
      ).n,
    async rows(db, userId, limit) {
      const files = await ofOwner(db, userId)
        .$if(limit !== undefined, (q) => q.limit(limit!))
        .execute()
      const staff = await db.selectFrom('sys_user').select('id').where('id', '=', userId).where('type', '=', 'YYF').executeTakeFirst()
      const open = staff ? new Set(files) : await openToOwner(k, userId, files)
      const isShown = (file: Upload) => open.has(file) || MADE.includes(file.object_type ?? '')
      const some = files.some((file) => !isShown(file))
      return files.map((file) => ({
        文件名: isShown(file) ? file.name : leftOut(),
        大小: file.size,
        上传时间: file.created_at,
        ...(some ? { 说明: isShown(file) ? '' : NOT_OPEN } : {}),
      }))
    },
  })
