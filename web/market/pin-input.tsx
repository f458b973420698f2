import { useQuery } from '@tanstack/react-query'
import { Button, Form, Select } from 'antd'
import { useState } from 'react'
import { market } from '../../contract/market/dealing.ts'
import { call } from '../api.ts'
import type { ControlProps } from '../kit/form/fields.ts'
import { NumberInput } from '../kit/form/number-input.tsx'
import { CountyMap } from '../map/index.ts'

const systems = [
  { value: 'cgcs', label: '天地图、CGCS2000' },
  { value: 'gcj', label: '高德、腾讯（GCJ-02）' },
  { value: 'bd', label: '百度（BD-09）' },
]
const round = (n: number): number => Math.round(n * 1e6) / 1e6

/**
 * The position: chosen on the map, or typed; coordinates copied from another map are converted. The field contains the longitude, the field
 * `lat` the latitude.
 */
export function PinInput({ id, value, onChange, ...props }: ControlProps) {
  const form = Form.useFormInstance()
  const lat = Form.useWatch<number | null | undefined>('lat', { form, preserve: true })
  const lng = typeof value === 'number' ? value : null
  const [system, setSystem] = useState('cgcs')
  const base = useQuery({
    queryKey: ['market', 'base'],
    queryFn: () => call(market.base, { query: {} }, { silent: true }),
    staleTime: Infinity,
  })
  const put = (nextLng: number | null, nextLat: number | null) => {
    form.setFieldValue('lat', nextLat)
    onChange?.(nextLng)
  }
  const isPosition = Number.isFinite(lng) && Number.isFinite(lat)
  const convert = async () => {
    if (!isPosition) return
    const { default: gcoord } = await import('gcoord')
    const [x, y] = gcoord.transform([lng!, lat!], system === 'gcj' ? gcoord.GCJ02 : gcoord.BD09, gcoord.WGS84)
    put(round(x), round(y))
    setSystem('cgcs')
  }
  const pins = isPosition ? [{ lng: lng!, lat: lat!, count: 1, title: '所选位置', lit: true }] : []
  return (
    <div style={{ display: 'grid', gap: 8 }}>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
        <NumberInput
          {...props}
          {...(id ? { id } : {})}
          aria-label="经度"
          placeholder="经度"
          min={-180}
          max={180}
          value={lng}
          onChange={(next) => put(next, lat ?? null)}
          style={{ width: 150 }}
        />
        <NumberInput
          aria-label="纬度"
          placeholder="纬度"
          min={-90}
          max={90}
          value={lat}
          onChange={(next) => put(lng, next)}
          style={{ width: 150 }}
        />
        <Select aria-label="坐标来源" value={system} options={systems} onChange={setSystem} style={{ width: 210 }} />
        {system !== 'cgcs' && <Button onClick={() => void convert()}>换算</Button>}
        {lng !== null && <Button onClick={() => put(null, null)}>清除位置</Button>}
      </div>
      {base.data && <CountyMap label="点选位置" base={base.data} pins={pins} onPick={(x, y) => put(round(x), round(y))} />}
    </div>
  )
}
