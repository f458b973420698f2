import { callData } from '../../contract/callcentre/calls.ts'
import { SheetImport } from '../kit/exchange/sheet-import.tsx'
import { importSource } from '../kit/exchange/import-source.ts'
import { useImportRows } from '../shell/root-data.ts'
import { CALL_KIND } from './words.tsx'

const source = importSource(callData.importExcel)

/** 通话记录导入: imports calls that were recorded in a sheet, when there is no telephone system. */
export const CallImport = (more: { onClose(): void; onDone(): Promise<unknown> }) => (
  <SheetImport title="导入通话记录" kind={CALL_KIND} limit={useImportRows(CALL_KIND)} source={source} {...more}>
    <p className="meta">导入的记录算作本人登记。方向、号码、开始时间都相同的视为同一次通话，不会重复写入。</p>
  </SheetImport>
)
