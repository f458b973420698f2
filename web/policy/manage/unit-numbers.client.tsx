import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { numbers, SaveUnitNumber, type UnitNumber } from '../../../contract/policy.ts'
import { call } from '../../api.ts'
import { BarChart } from '../../kit/chart/bar-chart.tsx'
import { fieldsOf, searchFields } from '../../kit/form/fields.ts'
import { PagedTable } from '../../kit/table/paged-table.tsx'
import { FormModal } from '../../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../../kit/form/record-form.tsx'
import { SearchBar, searchShape } from '../../kit/table/search-bar.tsx'
import { useRefreshList } from '../../kit/table/use-list.ts'
import { useCan } from '../../session.ts'
import { toast } from '../../toast.ts'

const LIST = 'policy-units'
const fields = fieldsOf(
  numbers.list,
  { key: 'unitName', label: '发文单位', on: ['search', 'table'], card: 'title', width: 220 },
  {
    key: 'year',
    label: '年度',
    kind: 'number',
    on: ['search', 'table'],
    width: 90,
    show: (row) => <span className="num">{row.year}</span>,
  },
  { key: 'planned', label: '计划出台', kind: 'number', on: ['table'], width: 110 },
  { key: 'published', label: '已发布', kind: 'number', on: ['table'], width: 100 },
  { key: 'open', label: '其中可申报', kind: 'number', on: ['table'], width: 120 },
  { key: 'unitContact', label: '联系科室', on: ['table'], width: 140 },
  { key: 'unitPhone', label: '联系电话', on: ['table'], width: 140 },
  { key: 'remark', label: '备注', on: ['table'], width: 180 },
)
const criteria = searchFields(fields)
const shape = { ...searchShape(criteria), prefix: 'unit' }
const form = formFields(
  SaveUnitNumber,
  { key: 'unitName', label: '发文单位', maxLength: 100, hint: '与政策的发文部门同名，才能算出已发布数' },
  { key: 'year', label: '年度', kind: 'number', half: true },
  { key: 'planned', label: '计划出台', kind: 'number', unit: '项', half: true },
  { key: 'unitContact', label: '联系科室', maxLength: 30, half: true },
  { key: 'unitPhone', label: '联系电话', half: true },
  { key: 'remark', label: '备注', kind: 'longText', maxLength: 200 },
)

/** Issuing units: planned and published numbers of a year, as table and chart. */
export function UnitNumbers() {
  const can = useCan()
  const refresh = useRefreshList(LIST)
  const [open, setOpen] = useState<UnitNumber | 'new' | null>(null)
  const figures = useQuery({
    queryKey: ['unit-statistics'],
    queryFn: () => call(numbers.statistics, { query: {} }, { silent: true }),
    retry: false,
  })
  return (
    <>
      {figures.data && figures.data.names.length > 0 && (
        <BarChart
          title="今年各单位政策数量"
          names={figures.data.names}
          series={figures.data.series.map(({ name, data }) => ({ name, values: data }))}
          unit="项"
        />
      )}
      <SearchBar fields={criteria} shape={shape} />
      <PagedTable
        name={LIST}
        fields={fields}
        shape={shape}
        endpoint={numbers.list}
        {...(can('policy:edit')
          ? {
              actions: [
                { label: '编辑', open: (row: UnitNumber) => setOpen(row) },
                {
                  label: '删除',
                  danger: true as const,
                  ask: (row: UnitNumber) => ({ title: `删除“${row.unitName}”${row.year} 年的记录？`, effect: '政策本身不受影响。' }),
                  run: async (row: UnitNumber) => {
                    await call(numbers.remove, { body: { id: row.id } })
                    await refresh()
                  },
                },
              ],
              tools: (
                <Button type="primary" onClick={() => setOpen('new')}>
                  新增发文单位
                </Button>
              ),
            }
          : {})}
      />
      {open && (
        <FormModal open title={open === 'new' ? '新增发文单位' : '编辑发文单位'} onClose={() => setOpen(null)}>
          <RecordForm
            schema={SaveUnitNumber}
            draft={open === 'new' ? { key: 'unitNumber:new' } : undefined}
            fields={form}
            initial={
              open === 'new'
                ? { year: new Date().getFullYear(), planned: 0 }
                : {
                    id: open.id,
                    unitName: open.unitName,
                    year: open.year,
                    planned: open.planned,
                    unitContact: open.unitContact,
                    unitPhone: open.unitPhone,
                    remark: open.remark,
                  }
            }
            onCancel={() => setOpen(null)}
            onSubmit={async (values) => {
              await call(numbers.save, { body: values }, { silent: true })
              toast.success('已保存')
              setOpen(null)
              await refresh()
            }}
          />
        </FormModal>
      )}
    </>
  )
}
