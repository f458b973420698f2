import { App } from 'antd'
import { useState, type ReactNode } from 'react'
import { BATCH_MAX, type BatchResult } from '../../../contract/batch.ts'
import { documents } from '../../../contract/policy.ts'
import { call } from '../../api.ts'
import { readFailure } from '../../kit/failure.ts'
import type { BatchAction } from '../../kit/table/selection-banner.tsx'
import { isChosen, type Selection } from '../../kit/table/selection.ts'
import { toast } from '../../toast.ts'
import { BatchResults } from '../../kit/table/batch-results.tsx'
import { asked } from '../../asked.ts'

/** Deletes several documents; refused ones are listed with their reason in `refusedRows`. */
export function useDocumentBatch(refresh: () => Promise<unknown>): { batchDelete: BatchAction; refusedRows: ReactNode } {
  const { modal } = App.useApp()
  const [outcome, setOutcome] = useState<BatchResult | null>(null)
  const remove = async (selection: Selection, clear: () => void) => {
    try {
      const removed = await call(documents.removeSeveral, { body: { ids: await idsOf(selection) } }, { silent: true })
      clear()
      if (removed.failCount === 0) toast.success(`已删除 ${removed.successCount} 份文件`)
      else setOutcome(removed)
    } catch (error) {
      toast.error(readFailure(error).message, 5)
    }
    await refresh()
  }
  return {
    batchDelete: {
      label: '删除',
      danger: true,
      ownQuestion: true,
      run: (selection, count, clear) =>
        void modal.confirm({
          title: `删除 ${count} 份政策文件？`,
          content:
            count > BATCH_MAX
              ? `一次最多 ${BATCH_MAX} 份，请减少后再试。`
              : '只有草稿、已下架、审核未通过的文件能删除，删除后不能在页面上恢复；其余会列出原因。',
          okText: '删除',
          cancelText: '取消',
          okButtonProps: { danger: true, disabled: count > BATCH_MAX },
          onOk: () => remove(selection, clear),
        }),
    },
    refusedRows: outcome && <BatchResults label="删除" what="文件" outcome={outcome} onClose={() => setOutcome(null)} />,
  }
}

async function idsOf(selection: Selection): Promise<number[]> {
  if (!selection.all) return selection.ids.map(Number)
  const { list } = await call(documents.list, { query: asked(documents.list, { ...selection.filter, page: 1, pageSize: BATCH_MAX }) })
  return list.filter((row) => isChosen(selection, row.id)).map((row) => row.id)
}
