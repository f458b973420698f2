import { Button } from 'antd'
import { useState } from 'react'
import { payment } from '../../../contract/declaration/payment.ts'
import { call, saveBlob, type BlobAnswer } from '../../api.ts'
import { readFailure } from '../../kit/failure.ts'
import { ImportJobDialog } from '../../kit/exchange/import-job.tsx'
import { importSource } from '../../kit/exchange/import-source.ts'
import { useImportRows } from '../../shell/root-data.ts'
import { toast } from '../../toast.ts'

/** For 财政: downloads the sheet for the bank, and imports the bank's result. */
export function PaymentTools({ onDone }: { onDone(): Promise<unknown> }) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const limit = useImportRows('allowanceBank')
  const sheet = async () => {
    setBusy(true)
    try {
      saveBlob((await call(payment.sheet, { query: {} }, { silent: true })) as BlobAnswer)
    } catch (error) {
      toast.error(readFailure(error).message, 5)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button type="primary" loading={busy} onClick={() => void sheet()}>
        下载拨付清单
      </Button>
      <Button onClick={() => setOpen(true)}>导入银行回单</Button>
      <ImportJobDialog
        title="导入银行回单"
        open={open}
        onClose={() => setOpen(false)}
        source={importSource(payment.result)}
        params={{}}
        limit={limit}
        onTemplate={sheet}
        onDone={onDone}
      />
    </>
  )
}
