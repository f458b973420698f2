import { useState } from 'react'
import { UNIT_TYPE_HOST } from '../../../contract/constants.ts'
import { unitTypeLabels, unitTypes } from '../../../contract/unit-words.ts'
import type { Unit } from '../../kit/form/unit-rows.ts'
import { UnitTable } from '../../kit/form/unit-table.tsx'

const host: Unit = { unitName: '临溪县经济和信息化局', unitContact: '陈明', unitPhone: '0570-5550101', unitType: UNIT_TYPE_HOST }

/** The table of issuing units, and a table of contact units for each unitType. */
export function DemoUnits() {
  const [issuing, setIssuing] = useState<Unit[]>([{ unitName: '临溪县人民政府办公室', unitContact: '李芳', unitPhone: '0570-5550100' }])
  return (
    <div style={{ display: 'grid', gap: 16 }}>
      <section aria-labelledby="demo-issuing">
        <h3 id="demo-issuing">发文单位</h3>
        <UnitTable kind="issuing" value={issuing} onChange={setIssuing} />
        <p>
          已保存：
          <output aria-label="已保存的发文单位">{issuing.map((u) => `${u.unitName}|${u.unitContact}|${u.unitPhone}`).join('；')}</output>
        </p>
      </section>
      {unitTypes.map((type) => (
        <section key={type} aria-labelledby={`demo-unit-${type}`}>
          <h3 id={`demo-unit-${type}`}>{unitTypeLabels[type]}</h3>
          <UnitTable kind={type} value={type === UNIT_TYPE_HOST ? [host] : undefined} />
        </section>
      ))}
    </div>
  )
}
