import { Button, Popconfirm } from 'antd'
import { useState } from 'react'
import { files } from '../../contract/files.ts'
import { smsPersons, SMS_SHEET } from '../../contract/sms/persons.ts'
import type { SmsSendDetail } from '../../contract/sms/sends.ts'
import { call, saveBlob, type BlobAnswer } from '../api.ts'
import { ImportJobDialog } from '../kit/exchange/import-job.tsx'
import { importSource } from '../kit/exchange/import-source.ts'
import { toast } from '../toast.ts'
import css from './sms.module.css'

const LIMIT = 100_000

/** 从表格导入: the recipients of a draft from a sheet; wrong rows are listed and can be corrected there. */
export function PersonSheet({ send: s, onDone }: { send: SmsSendDetail; onDone(): Promise<unknown> }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>从表格导入收件人</Button>
      {s.sheetNum > 0 && (
        <Popconfirm
          title={`清空从表格导入的 ${s.sheetNum} 个收件人？`}
          description="已有的试算作废。"
          okText="清空"
          cancelText="取消"
          onConfirm={async () => {
            await call(smsPersons.clear, { body: { id: s.id, version: s.version } })
            toast.success('已清空')
            await onDone()
          }}
        >
          <Button>清空表格的收件人</Button>
        </Popconfirm>
      )}
      {open && (
        <ImportJobDialog
          title="从表格导入收件人"
          open
          onClose={() => {
            setOpen(false)
            void onDone()
          }}
          source={importSource(smsPersons.importRows)}
          params={{ id: String(s.id) }}
          limit={LIMIT}
          onTemplate={async () => saveBlob((await call(files.downloadTemplate, { query: { code: SMS_SHEET } })) as BlobAnswer)}
          onDone={onDone}
        >
          <p className={css.note}>每行一个手机号，姓名可不填。导入后已有的试算作废，请重新试算。</p>
        </ImportJobDialog>
      )}
    </>
  )
}
