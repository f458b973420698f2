import { useState } from 'react'
import { domainTypes } from '../../../contract/domain-tree.ts'
import { AreaChooser } from '../../kit/choose/area-chooser.tsx'
import { countedAreas } from '../../kit/choose/areas.ts'
import { BigTypePicker } from '../../kit/choose/big-type-picker.tsx'
import { CascadeSelect } from '../../kit/choose/cascade-select.tsx'
import type { Path } from '../../kit/choose/cascade.ts'
import { ChainedSelect } from '../../kit/choose/chained-select.tsx'
import type { Chained } from '../../kit/choose/chained.ts'
import { OptionSelect } from '../../kit/form/controls.tsx'
import { DomainRowsInput } from '../../kit/choose/domain-rows-input.tsx'
import { IndustryPicker } from '../../kit/choose/industry-picker.tsx'
import { dictionary, domainLevels, domains, regions } from '../../kit/choose/option-sources.ts'
import { RadioGroup } from '../../kit/choose/radio-group.tsx'
import { RegionPicker } from '../../kit/choose/region-picker.tsx'
import { SearchInput } from '../../kit/table/search-bar.tsx'
import { SortBar } from '../../kit/table/sort-bar.tsx'
import { StickyBox } from '../../kit/form/sticky-box.tsx'
import { TagCloud } from '../../kit/chart/tag-cloud.tsx'
import { useOptions } from '../../kit/choose/use-options.ts'
import { Row } from './demo-row.client.tsx'
import { branches } from './rows.client.ts'

const techLevels = domainLevels(domainTypes.techField)
const urgency = dictionary('urgency')
const fields = dictionary('guaranteeMode')
const sorts = [
  { value: 'newest', label: '最新发布' },
  { value: 'views', label: '浏览最多' },
  { value: 'deadline', label: '即将截止' },
]
const counts = [
  { value: '339999001', label: '云溪街道', count: 128 },
  { value: '339999100', label: '松岭镇', count: 64 },
  { value: '339991002', label: '望湖街道', count: 31 },
]
const cloud = [
  ['技术改造', 86],
  ['稳岗返还', 41],
  ['高新技术企业', 63],
  ['贷款贴息', 22],
  ['专精特新', 35],
  ['展会补贴', 9],
  ['首台套', 4],
] as const

/** The choice components of spec §2, with the platform's own options where it has them. The chosen value is shown beside each. */
export function DemoChoosing() {
  const [path, setPath] = useState<Path>([])
  const [chain, setChain] = useState<Chained>({ first: null, second: null })
  const [values, setValues] = useState<Record<string, unknown>>({ sort: 'newest', domains: ['0101'] })
  const { options } = useOptions(regions)
  const bind = (key: string) => ({ value: values[key], onChange: (v: unknown) => setValues((now) => ({ ...now, [key]: v })) })
  const said = (v: unknown) => <output className="num">{v === null || v === undefined ? '无' : JSON.stringify(v)}</output>
  return (
    <>
      <StickyBox>
        <div style={{ padding: '8px 0', background: 'var(--surface)' }}>
          <SortBar sorts={sorts} value={String(values.sort)} onChange={(v) => setValues({ ...values, sort: v })} />
        </div>
      </StickyBox>
      <Row label="级联选择（四级）">
        <CascadeSelect source={branches} label="机构" names={['系统', '单位', '科室', '岗位']} value={path} onChange={setPath} />
        {said(path)}
      </Row>
      <Row label="市、县区、镇街">
        <RegionPicker aria-label="注册地" {...bind('region')} />
        {said(values.region)}
      </Row>
      <Row label="行业门类、大类">
        <IndustryPicker aria-label="所属行业分类" {...bind('industry')} />
        {said(values.industry)}
      </Row>
      <Row label="领域（可增删行）">
        <DomainRowsInput source={domains(domainTypes.techField)} label="领域" names={['领域', '方向']} {...bind('domains')} />
        {said(values.domains)}
      </Row>
      <Row label="联动选择">
        <ChainedSelect
          first={{ label: '技术领域', source: { key: 'demo-fields', load: () => techLevels.children(null) } }}
          second={{ label: '技术方向', key: 'demo-directions', load: (first) => techLevels.children(first) }}
          value={chain}
          onChange={setChain}
        />
        {said(chain)}
      </Row>
      <Row label="大类、小类">
        <BigTypePicker source={domains(domainTypes.appealType)} label="诉求分类" {...bind('type')} />
        {said(values.type)}
      </Row>
      <Row label="地区选择">
        <AreaChooser label="企业所在地区" areas={countedAreas(options, counts)} {...bind('area')} />
        {said(values.area)}
      </Row>
      <Row label="单选">
        <RadioGroup aria-label="紧急程度" source={urgency} {...bind('urgency')} />
        {said(values.urgency)}
      </Row>
      <Row label="字典下拉">
        <div style={{ width: 320, maxWidth: '100%' }}>
          <OptionSelect aria-label="担保方式" field={{ label: '担保方式', options: fields }} {...bind('guarantee')} />
        </div>
        <div style={{ width: 160, maxWidth: '100%' }}>
          <OptionSelect
            aria-label="是否上市"
            field={{
              label: '是否上市',
              options: [
                { label: '否', value: 0 },
                { label: '是', value: 1 },
              ],
            }}
            {...bind('listed')}
          />
        </div>
        {said(values.listed)}
      </Row>
      <Row label="搜索框（500 毫秒）">
        <div style={{ width: 320, maxWidth: '100%' }}>
          <SearchInput
            label="关键词"
            placeholder="关键词"
            value=""
            onSearch={(v) => setValues((now) => ({ ...now, words: v, searches: Number(now.searches ?? 0) + 1 }))}
          />
        </div>
        {said(values.words)} <span data-searches>{String(values.searches ?? 0)} 次</span>
      </Row>
      <Row label="标签云">
        <TagCloud
          label="热门标签"
          unit="项政策"
          tags={cloud.map(([label, weight]) => ({ key: label, label, weight }))}
          isChosen={(t) => t.key === values.tag}
          onChoose={(t) => setValues({ ...values, tag: t.key })}
        />
        {said(values.tag)}
      </Row>
    </>
  )
}
