import { callData } from '../../contract/callcentre/calls.ts'
import { files } from '../../contract/files.ts'
import { call, saveBlob, type BlobAnswer } from '../api.ts'
import { ImportJobDialog } from '../kit/exchange/import-job.tsx'
import { importSource } from '../kit/exchange/use-import-run.ts'
import { useImportRows } from '../shell/root-data.ts'
import { CALL_KIND } from './words.tsx'

const source = importSource(callData.importExcel)

/** 通话记录导入: calls that were kept in a sheet while there was no telephone system. */
export function CallImport({ onClose, onDone }: { onClose(): void; onDone(): Promise<unknown> }) {
  const limit = useImportRows(CALL_KIND)
  return (
    <ImportJobDialog
      title="导入通话记录"
      open
      onClose={onClose}
      source={source}
      params={{}}
      limit={limit}
      onTemplate={async () => saveBlob((await call(files.downloadTemplate, { query: { code: CALL_KIND } })) as BlobAnswer)}
      onDone={onDone}
    >
      <p className="meta">导入的记录算作本人登记。方向、号码、开始时间都相同的视为同一次通话，不会重复写入。</p>
    </ImportJobDialog>
  )
}
