import { files } from '../../../contract/files.ts'
import { documents } from '../../../contract/policy.ts'
import { call, saveBlob, type BlobAnswer } from '../../api.ts'
import { ImportJobDialog } from '../../kit/exchange/import-job.tsx'
import { importSource } from '../../kit/exchange/import-source.ts'
import { useRefreshList } from '../../kit/table/use-list.ts'
import { useImportRows } from '../../shell/root-data.ts'

const source = importSource(documents.import)

/** Imports policies from a filled template as drafts; existing ones are skipped. */
export function PolicyImport({ list, open, onClose }: { list: string; open: boolean; onClose(): void }) {
  const refresh = useRefreshList(list)
  return (
    <ImportJobDialog
      title="表格导入政策"
      open={open}
      onClose={onClose}
      source={source}
      params={{}}
      limit={useImportRows('policy')}
      onTemplate={async () => saveBlob((await call(files.downloadTemplate, { query: { code: 'policy-import' } })) as BlobAnswer)}
      onDone={refresh}
    />
  )
}
