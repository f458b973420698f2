import type { ReactNode } from 'react'
import { files } from '../../../contract/files.ts'
import { call, saveBlob, type BlobAnswer } from '../../api.ts'
import { ImportJobDialog } from './import-job.tsx'
import type { ImportSource } from './import-source.ts'

/** Import of a sheet without further questions; its template has the same name. */
export function SheetImport({
  title,
  kind,
  limit,
  source,
  onClose,
  onDone,
  children,
}: {
  title: string
  kind: string
  /** maximum number of data rows in a file */
  limit: number
  source: ImportSource
  onClose(): void
  onDone(): Promise<unknown>
  children: ReactNode
}) {
  return (
    <ImportJobDialog
      title={title}
      open
      onClose={onClose}
      source={source}
      params={{}}
      limit={limit}
      onTemplate={async () => saveBlob((await call(files.downloadTemplate, { query: { code: kind } })) as BlobAnswer)}
      onDone={onDone}
    >
      {children}
    </ImportJobDialog>
  )
}
