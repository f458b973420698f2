import type { Kernel } from '../kernel.ts'
import { personalData } from './personal-data.ts'

const tasks: Readonly<Record<string, string>> = { export: '导出', import: '导入', myData: '本人数据的副本' }

export const UPLOADS_KEPT = '已附在申报等材料上的文件随该材料保存，未使用的由清理任务删除'

/** The kernel's own tables that name people. */
export function offerKernelPersonalData(k: Kernel): void {
  const logs = { keep: '网络日志依法留存不少于六个月，到期由清理任务删除' }
  personalData(k, {
    table: 'visit_log',
    own: { title: '访问记录', by: 'user_id', copy: { 时间: 'at', 页面: 'page_title', 地址: 'ip' }, end: logs },
  })
  personalData(k, {
    table: 'business_log',
    own: { title: '操作记录', by: 'user_id', copy: { 时间: 'at', 操作: 'kind', 对象: 'object_type' }, end: logs },
  })
  personalData(k, {
    table: 'file',
    own: {
      title: '上传的文件',
      by: 'owner_id',
      // Shown by the account domain, which asks the guard of each file (server/account/uploads.ts).
      copy: {},
      end: { keep: UPLOADS_KEPT },
    },
  })
  personalData(k, {
    table: 'task',
    own: {
      title: '导入导出等任务',
      by: 'owner_id',
      copy: { 任务: 'kind', 时间: 'created_at' },
      words: { kind: (kind) => tasks[String(kind)] ?? '后台计算' },
      end: { keep: '任务记录到期由清理任务删除' },
    },
  })
  personalData(k, { table: 'audit_log', dealtBy: ['actor_id'] })
  personalData(k, { table: 'row_change', dealtBy: ['changed_by'] })
  personalData(k, { table: 'flow_log', dealtBy: ['actor_id'], names: { actor_id: 'actor_name' } })
}
