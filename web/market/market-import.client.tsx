import { market } from '../../contract/market/dealing.ts'
import { SheetImport } from '../kit/exchange/sheet-import.tsx'
import { importSource } from '../kit/exchange/import-source.ts'
import { useImportRows } from '../shell/root-data.ts'

const sources = { workshopInfo: importSource(market.importWorkshops), landInfo: importSource(market.importLand) } as const
const titles = { workshopInfo: '导入厂房', landInfo: '导入地块' } as const

/** Imports many supplies at once, for instance of a park or the county. */
export const MarketImport = ({ kind, ...more }: { kind: keyof typeof sources; onClose(): void; onDone(): Promise<unknown> }) => (
  <SheetImport title={titles[kind]} kind={kind} limit={useImportRows(kind)} source={sources[kind]} {...more}>
    <p className="meta">
      每行登记为一处政府发布的信息，由另一人审核后公开。标题和地址都相同的视为同一处：有变化的更新，没有变化的不动；图片和介绍保留。
    </p>
  </SheetImport>
)
