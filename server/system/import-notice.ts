import type { EndedImport } from '../kernel/import/import-ended.ts'
import { whenImportEnds } from '../kernel/import/import-ended.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { notify } from './notify.ts'

/** Notifies the user who started an import of its end, because the dialog may be closed by then. */
export const tellImports = (k: Kernel): void => whenImportEnds(k, (ended) => tellEnd(k, ended))

async function tellEnd(k: Kernel, ended: EndedImport): Promise<void> {
  const { taskId, title, fileName, userId } = ended
  const said = ended.end === 'done' ? ofEnd(ended) : ofBreak(ended)
  await notify(k.db, k, {
    to: { userId },
    kind: leavesNothing(ended) ? 'system' : 'work',
    title: `${said.title}：${title}`,
    body: `文件“${fileName}”${said.body}`,
    key: `import:${taskId}`,
  })
}

/** Whether nothing has to be corrected or imported again. */
const leavesNothing = ({ end, result: { refused, failed } }: EndedImport): boolean =>
  end === 'stopped' || (end === 'done' && refused === null && failed === 0)

const written = (r: EndedImport['result']) => r.added + r.changed + r.same
const countsOf = (r: EndedImport['result']) =>
  `共 ${r.total} 行，写入 ${written(r)} 行（新增 ${r.added}，更新 ${r.changed}，无变化 ${r.same}），有误 ${r.failed} 行`

function ofEnd({ result: r }: EndedImport) {
  if (r.refused !== null) return { title: '导入未完成', body: `：${r.refused}` }
  return { title: written(r) === 0 && r.failed > 0 ? '导入没有写入' : '导入完成', body: `${countsOf(r)}。` }
}

/** Title and text for an import that broke off: what was written and what was not. */
function ofBreak({ end, mode, result: r }: EndedImport) {
  if (end === 'lost')
    return {
      title: '导入中断',
      body: `的导入因服务中断没有完成${mode === 'all' ? '，没有写入任何数据' : ''}。请重新导入同一文件，已写入的不会重复。`,
    }
  const why = end === 'stopped' ? '的导入已按您的要求停止' : '的导入因处理异常中断'
  const again = end === 'stopped' ? '需要时请重新导入' : '请稍后重新导入'
  const body =
    written(r) === 0
      ? `${why}，没有写入任何数据${mode === 'all' ? '（全部通过才写入）' : ''}。${again}。`
      : `${why}。${countsOf(r)}，其余 ${r.total - written(r) - r.failed} 行没有写入。${again}同一文件，已写入的不会重复。`
  return { title: end === 'stopped' ? '导入已停止' : '导入中断', body }
}
