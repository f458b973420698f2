import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import { system } from '../../../contract/system.ts'
import type { Data } from '../../../contract/endpoint.ts'
import { call } from '../../api.ts'

/** Checks the hash chain of the audit log from its first entry, and names the changed entry, if any. */
export function ChainCheck() {
  const [result, setResult] = useState<Data<typeof system.checkAudit> | null>(null)
  const [busy, setBusy] = useState(false)
  const check = async () => {
    setBusy(true)
    await call(system.checkAudit, { query: {} }).then(setResult, () => {})
    setBusy(false)
  }
  return (
    <>
      <Button loading={busy} onClick={() => void check()}>
        校验日志
      </Button>
      <Modal
        open={result !== null}
        title="校验审计日志"
        footer={<Button onClick={() => setResult(null)}>关闭</Button>}
        onCancel={() => setResult(null)}
      >
        {result && (
          <Alert
            showIcon
            type={result.ok ? 'success' : 'error'}
            title={
              result.ok
                ? `已校验 ${result.checked} 条，没有发现改动${result.anchors > 0 ? `；经过 ${result.anchors} 个每日的锚` : ''}`
                : `第 ${result.firstBad?.sealNo} 号封存记录不一致：${result.firstBad?.reason}`
            }
            description={result.unsealed > 0 ? `另有 ${result.unsealed} 条等待封存，封存后再校验。` : undefined}
          />
        )}
      </Modal>
    </>
  )
}
