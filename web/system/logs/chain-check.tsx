import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal, Progress } from 'antd'
import { useState } from 'react'
import { system, type ChainCheckResult } from '../../../contract/system.ts'
import { call } from '../../api.ts'

const POLL_MS = 800
const going = (state: string | undefined) => state === 'queued' || state === 'running'

/**
 * Checks the hash chain of the audit log and names the changed entry, if any: what was added since the last check, or in the background the
 * whole chain from its first entry.
 */
export function ChainCheck() {
  const [open, setOpen] = useState(false)
  const quick = useMutation({ mutationFn: () => call(system.checkAudit, { query: {} }), onSuccess: () => setOpen(true) })
  const begin = useMutation({ mutationFn: () => call(system.startWholeCheck, { body: {} }) })
  const taskId = begin.data?.taskId
  const whole = useQuery({
    queryKey: ['audit-check', taskId],
    queryFn: () => call(system.wholeCheck, { query: { taskId: taskId! } }, { silent: true }),
    enabled: taskId !== undefined,
    refetchInterval: ({ state }) => (going(state.data?.state ?? 'queued') ? POLL_MS : false),
    retry: false,
  })
  const task = whole.data
  const busy = begin.isPending || (taskId !== undefined && !whole.error && going(task?.state ?? 'queued'))
  const isLost = taskId !== undefined && !busy && !task?.result
  const result = taskId === undefined ? quick.data : task?.result
  const close = () => {
    setOpen(false)
    begin.reset()
  }
  return (
    <>
      <Button loading={quick.isPending} onClick={() => quick.mutate(undefined, { onError: () => setOpen(true) })}>
        校验日志
      </Button>
      <Modal
        open={open}
        title="校验审计日志"
        footer={[
          <Button key="whole" loading={busy} onClick={() => begin.mutate()}>
            从头校验全部
          </Button>,
          <Button key="close" onClick={close}>
            关闭
          </Button>,
        ]}
        onCancel={close}
      >
        <div role="status">
          {busy && (
            <>
              正在从头校验，关闭窗口不影响。
              <Progress percent={task?.total ? Math.floor((task.done * 100) / task.total) : 0} />
            </>
          )}
          {isLost && <Alert type="warning" showIcon title="校验没有完成，请稍后重试。" />}
          {!busy && result && <Outcome result={result} />}
        </div>
      </Modal>
    </>
  )
}

function Outcome({ result }: { result: ChainCheckResult }) {
  const { ok, from, checked, anchors, unsealed, firstBad } = result
  const since = from > 1 ? `从第 ${from} 号起` : ''
  const notes = [
    ok && from > 1 ? '更早的在上次校验时没有改动，可以从头再校验一遍。' : '',
    unsealed > 0 ? `另有 ${unsealed} 条等待封存，封存后再校验。` : '',
  ].filter(Boolean)
  return (
    <Alert
      showIcon
      type={ok ? 'success' : 'error'}
      title={
        ok
          ? `${since}已校验 ${checked} 条，没有发现改动${anchors > 0 ? `；经过 ${anchors} 个每日的锚` : ''}`
          : `第 ${firstBad?.sealNo} 号封存记录不一致：${firstBad?.reason}`
      }
      description={notes.length > 0 ? notes.join('') : undefined}
    />
  )
}
