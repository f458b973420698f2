import { Checkbox, Input, Select } from 'antd'
import { formFieldTypes, type FormField, type FormFieldType } from '../../../contract/form/template.ts'
import { OptionSelect } from '../../kit/form/controls.tsx'
import { ColumnsEditor, uniques } from './columns-editor.tsx'
import { choicesOf, choicesText, isChoice, isNumber, retyped } from '../definition.ts'
import { FormulaInput } from './formula-input.tsx'
import { ItemButtons } from './item-buttons.tsx'
import { Labelled } from './labelled.tsx'
import { dictionaries, facts } from './option-sources.ts'
import { RuleEditor } from './rule-editor.tsx'
import laid from '../../kit/form/labelled-grid.module.css'
import { NumberInput } from '../../kit/form/number-input.tsx'

const types = Object.entries(formFieldTypes).map(([value, label]) => ({ value: value as FormFieldType, label }))
interface Props {
  path: string
  field: FormField
  /** all questions of the form, for conditions and formulas */
  all: readonly FormField[]
  onChange: (field: FormField) => void
  onMove: (by: -1 | 1) => void
  onRemove: (() => void) | null
}

/** One question of the form. */
export function FieldEditor({ path, field: f, all, onChange, onMove, onRemove }: Props) {
  const set = (change: Partial<FormField>) => onChange({ ...f, ...change })
  /** A cleared setting is removed: absent means no rule. */
  const put = (key: keyof FormField, value: unknown) => {
    const { [key]: _, ...rest } = f
    onChange((value === null || value === undefined || value === '' ? rest : { ...rest, [key]: value }) as FormField)
  }
  const name = f.label || '未命名字段'
  return (
    <li className={laid.item}>
      <div className={laid.grid}>
        <Labelled path={`${path}.label`} label="字段名称" required>
          {(at) => <Input {...at} value={f.label} maxLength={60} onChange={(e) => set({ label: e.target.value })} />}
        </Labelled>
        <Labelled path={`${path}.type`} label="类型" required>
          {(at) => (
            <Select {...at} value={f.type} options={types} onChange={(type) => onChange(retyped(f, type))} style={{ width: '100%' }} />
          )}
        </Labelled>
        <Labelled path={`${path}.factKey`} label="按档案预填">
          {({ status: _status, ...at }) => (
            <OptionSelect
              {...at}
              field={{ label: '按档案预填', kind: 'select', options: facts, placeholder: '不预填' }}
              value={f.factKey}
              onChange={(v) => put('factKey', v)}
            />
          )}
        </Labelled>
        {isNumber(f.type) && <NumberSettings path={path} field={f} put={put} />}
        {(f.type === 'text' || f.type === 'textarea') && (
          <Labelled path={`${path}.maxLength`} label="最多字数">
            {(at) => (
              <NumberInput
                {...at}
                what="最多字数"
                value={f.maxLength ?? null}
                min={1}
                max={5000}
                decimals={0}
                onChange={(v) => put('maxLength', v)}
                style={{ width: '100%' }}
              />
            )}
          </Labelled>
        )}
        {isChoice(f.type) && (
          <Labelled path={`${path}.options`} label="选项" required wide hint="每行一个">
            {(at) => (
              <Input.TextArea
                {...at}
                defaultValue={choicesText(f.options)}
                autoSize={{ minRows: 2, maxRows: 8 }}
                onChange={(e) => put('options', choicesOf(e.target.value, f.options))}
              />
            )}
          </Labelled>
        )}
        {f.type === 'text' && (
          <Labelled path={`${path}.unique`} label="查重">
            {(at) => (
              <Select
                {...at}
                value={f.unique}
                allowClear
                placeholder="不查重"
                options={uniques}
                style={{ width: '100%' }}
                onChange={(v?: string) => put('unique', v)}
              />
            )}
          </Labelled>
        )}
        {f.type === 'dict' && (
          <Labelled path={`${path}.dictType`} label="字典" required hint="选项以保存时字典中启用的值为准">
            {({ status: _status, ...at }) => (
              <OptionSelect
                {...at}
                field={{ label: '字典', kind: 'select', options: dictionaries }}
                value={f.dictType}
                onChange={(v) => {
                  const { options: _options, ...rest } = f
                  onChange({ ...rest, dictType: String(v ?? '') })
                }}
              />
            )}
          </Labelled>
        )}
        {isNumber(f.type) && (
          <FormulaInput
            path={`${path}.calc`}
            value={f.calc}
            fields={all.filter((x) => x.key !== f.key)}
            onChange={(calc) => put('calc', calc)}
          />
        )}
        {f.type === 'table' && <ColumnsEditor path={path} field={f} onChange={onChange} />}
        <Labelled path={`${path}.hint`} label="填写说明" wide={!isChoice(f.type)}>
          {(at) => <Input {...at} value={f.hint ?? ''} maxLength={200} onChange={(e) => put('hint', e.target.value)} />}
        </Labelled>
      </div>
      <RuleEditor
        path={`${path}.showIf`}
        name={name}
        rule={f.showIf}
        fields={all.filter((x) => x.key !== f.key)}
        onChange={(rule) => put('showIf', rule)}
      />
      <div className={laid.itemBar}>
        <Checkbox checked={f.required} onChange={(e) => set({ required: e.target.checked })}>
          必填
        </Checkbox>
        <ItemButtons name={name} onMove={onMove} onRemove={onRemove} />
      </div>
    </li>
  )
}

/** Unit and bounds of a number. */
function NumberSettings({ path, field: f, put }: { path: string; field: FormField; put(key: keyof FormField, value: unknown): void }) {
  return (
    <>
      <Labelled path={`${path}.unit`} label="单位">
        {(at) => (
          <Input
            {...at}
            value={f.unit ?? ''}
            maxLength={10}
            placeholder={f.type === 'money' ? '万元' : '如：人、项'}
            onChange={(e) => put('unit', e.target.value)}
          />
        )}
      </Labelled>
      <Labelled path={`${path}.min`} label="最小值">
        {(at) => <NumberInput {...at} what="最小值" value={f.min ?? null} onChange={(v) => put('min', v)} style={{ width: '100%' }} />}
      </Labelled>
      <Labelled path={`${path}.max`} label="最大值">
        {(at) => <NumberInput {...at} what="最大值" value={f.max ?? null} onChange={(v) => put('max', v)} style={{ width: '100%' }} />}
      </Labelled>
    </>
  )
}
