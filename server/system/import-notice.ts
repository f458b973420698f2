import type { EndedImport } from '../kernel/import/import-ended.ts'
import { whenImportEnds } from '../kernel/import/import-ended.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { notify } from './notify.ts'

/** Who started an import learns how it ended, also when the dialog was closed meanwhile. */
export const tellImports = (k: Kernel): void => whenImportEnds(k, (ended) => tellEnd(k, ended))

async function tellEnd(k: Kernel, { taskId, title, fileName, actor, result: r }: EndedImport): Promise<void> {
  const done = r.added + r.changed + r.same
  const counts = `共 ${r.total} 行，写入 ${done} 行（新增 ${r.added}，更新 ${r.changed}，无变化 ${r.same}），有误 ${r.failed} 行`
  await notify(k.db, k, {
    to: { userId: actor.userId },
    kind: 'work',
    title: r.refused !== null ? `导入未完成：${title}` : done === 0 && r.failed > 0 ? `导入没有写入：${title}` : `导入完成：${title}`,
    body: `文件“${fileName}”${r.refused !== null ? `：${r.refused}` : `${counts}。`}`,
    key: `import:${taskId}`,
  })
}
