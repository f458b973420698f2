import { Alert, Button, Space } from 'antd'
import { useState } from 'react'
import { LOG_LISTED, system } from '../../../contract/system.ts'
import { call } from '../../api.ts'
import type { ListShape } from '../../kit/table/list-state.ts'
import { useListAddress } from '../../kit/table/use-list.ts'

const many = LOG_LISTED.toLocaleString('zh-CN')

/**
 * A log is listed a thousand rows at a time, because millions are not counted. The next thousand begin after the last row of these; the row
 * is in the address, so that going back shows the newer ones again.
 */
export function LogWindow({ kind, shape, more }: { kind: 'audit' | 'visit'; shape: ListShape; more: boolean }) {
  const { state, change } = useListAddress(shape)
  const [busy, setBusy] = useState(false)
  const older = state.filters.before !== undefined
  if (!more && !older) return null
  const onward = async () => {
    setBusy(true)
    const last = { ...state.filters, kind, page: LOG_LISTED, pageSize: 1 }
    const row = await call(system.listLogs, { query: last }).then(
      ({ list }) => list[0],
      () => undefined,
    )
    setBusy(false)
    if (row) change({ filters: { ...state.filters, before: String(row.id) } })
  }
  return (
    <Alert
      type="info"
      showIcon
      style={{ marginBottom: 12 }}
      title={
        more
          ? `一次列出 ${many} 条${older ? '，这是更早的一段' : '，这是最近的一段'}。也可以用时间、用户或其他条件缩小范围；导出不受此限。`
          : '这是最早的一段。'
      }
      action={
        <Space wrap>
          {older && (
            <Button size="small" onClick={() => change({ filters: { ...state.filters, before: '' } })}>
              回到最近
            </Button>
          )}
          {more && (
            <Button size="small" loading={busy} onClick={() => void onward()}>
              更早的 {many} 条
            </Button>
          )}
        </Space>
      }
    />
  )
}
