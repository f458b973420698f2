import { Button } from 'antd'
import { useState } from 'react'
import { DICT_IMPORT, dictValues } from '../../../contract/dictionary.ts'
import { call, saveBlob, type BlobAnswer } from '../../api.ts'
import { importSource } from '../../kit/exchange/import-source.ts'
import { SheetImport } from '../../kit/exchange/sheet-import.tsx'
import { Icon } from '../../kit/icons.tsx'

import { useImportRows } from '../../shell/root-data.ts'

const source = importSource(dictValues.import)

/** Exports the values as a sheet, and imports the changed sheet; the values of a `fixed` dictionary are only exported. */
export function SheetTools({ code, fixed = false, onDone }: { code?: string; fixed?: boolean; onDone(): Promise<unknown> }) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const limit = useImportRows(DICT_IMPORT)
  const take = async () => {
    setBusy(true)
    try {
      saveBlob((await call(dictValues.export, { query: code ? { dictTypeCode: code } : {} })) as BlobAnswer)
    } catch {
      /* the call has shown its error */
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button icon={<Icon name="download" />} loading={busy} onClick={() => void take()}>
        {code ? '导出' : '导出全部字典值'}
      </Button>
      {!fixed && <Button onClick={() => setOpen(true)}>导入字典值</Button>}
      {open && (
        <SheetImport title="导入字典值" kind={DICT_IMPORT} limit={limit} source={source} onClose={() => setOpen(false)} onDone={onDone}>
          <p className="meta">已有的代码按表格修改名称、状态、颜色和备注，没有的新增；表格里没有写的不动，也不删除。上级须写在下级之前。</p>
        </SheetImport>
      )}
    </>
  )
}
