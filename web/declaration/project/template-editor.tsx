import { Button, Checkbox, Input, Select } from 'antd'
import { materialSuffixes, type FormField, type FormMaterial, type ProjectTemplate } from '../../../contract/declaration.ts'
import type { FormSection } from '../../../contract/form/template.ts'
import { FieldEditor, ItemButtons, Labelled, RuleEditor } from '../../form/editor/index.ts'
import { move, newField, newSection, replaced, without } from '../../form/index.ts'
import laid from '../../kit/form/labelled-grid.module.css'
import css from './project.module.css'
import { newMaterial } from './draft.ts'
import { NumberInput } from '../../kit/form/number-input.tsx'
import type { Uploaded } from '../../kit/upload/upload-state.ts'
import UploadField from '../../kit/upload/upload-field.tsx'

/** The sources of the sum and of the payment sheet. */
const moneyFields = [
  {
    key: 'amountField',
    type: 'money',
    label: '申请金额取自',
    hint: '选择后，最后一个审核环节须填写核定金额',
    none: '不涉及金额',
    first: '先添加“金额（万元）”类型的字段',
  },
  {
    key: 'bankField',
    type: 'text',
    label: '开户银行取自',
    hint: '选择后，拨付清单带出企业填写的开户银行',
    none: '拨付清单不带出',
    first: '先添加“单行文本”类型的字段',
  },
  {
    key: 'accountField',
    type: 'text',
    label: '收款账号取自',
    hint: '选择后，拨付清单带出企业填写的收款账号',
    none: '拨付清单不带出',
    first: '先添加“单行文本”类型的字段',
  },
] as const

interface Props {
  template: ProjectTemplate
  onChange: (template: ProjectTemplate) => void
}

/** The form of a project: questions, conditions, and materials. */
export function TemplateEditor({ template: t, onChange }: Props) {
  const set = (change: Partial<ProjectTemplate>) => onChange({ ...t, ...change })
  const setSection = (i: number, s: FormSection) => set({ sections: replaced(t.sections, i, s) })
  const all = t.sections.flatMap((s) => s.fields)
  const named = (type: 'money' | 'text') =>
    all.filter((f) => f.type === type).map((f) => ({ value: f.key, label: f.label || '未命名字段' }))
  return (
    <>
      <section className={css.part}>
        <h2>申报表</h2>
        {t.sections.map((s, i) => (
          <fieldset key={s.key} className={css.section}>
            <legend>{s.title || `第 ${i + 1} 组`}</legend>
            <div className={laid.grid}>
              <Labelled path={`template.sections.${i}.title`} label="分组名称" required>
                {(at) => <Input {...at} value={s.title} maxLength={60} onChange={(e) => setSection(i, { ...s, title: e.target.value })} />}
              </Labelled>
              <Labelled path={`template.sections.${i}.hint`} label="分组说明">
                {(at) => (
                  <Input {...at} value={s.hint ?? ''} maxLength={300} onChange={(e) => setSection(i, { ...s, hint: e.target.value })} />
                )}
              </Labelled>
            </div>
            <RuleEditor
              path={`template.sections.${i}.showIf`}
              name={s.title || `第 ${i + 1} 组`}
              rule={s.showIf}
              fields={all.filter((f) => !s.fields.includes(f))}
              onChange={(showIf) => setSection(i, { ...s, showIf })}
            />
            <ol className={laid.items}>
              {s.fields.map((f, j) => (
                <FieldEditor
                  key={f.key}
                  path={`template.sections.${i}.fields.${j}`}
                  field={f}
                  all={all}
                  onChange={(next) => setSection(i, { ...s, fields: replaced(s.fields, j, next) })}
                  onMove={(by) => setSection(i, { ...s, fields: move(s.fields, j, by) })}
                  onRemove={s.fields.length > 1 ? () => setSection(i, { ...s, fields: without(s.fields, j) }) : null}
                />
              ))}
            </ol>
            <div className={laid.itemBar}>
              <Button onClick={() => setSection(i, { ...s, fields: [...s.fields, newField(t)] })}>添加字段</Button>
              <ItemButtons
                name={s.title || `第 ${i + 1} 组`}
                onMove={(by) => set({ sections: move(t.sections, i, by) })}
                onRemove={t.sections.length > 1 ? () => set({ sections: without(t.sections, i) }) : null}
              />
            </div>
          </fieldset>
        ))}
        <Button onClick={() => set({ sections: [...t.sections, newSection(t)] })} disabled={t.sections.length >= 12}>
          添加分组
        </Button>
        <div className={laid.grid} style={{ marginTop: 16 }}>
          {moneyFields.map(({ key, type, label, hint, none, first }) => (
            <Labelled key={key} path={`template.${key}`} label={label} hint={hint}>
              {(at) => (
                <Select
                  {...at}
                  value={t[key]}
                  allowClear
                  placeholder={named(type).length > 0 ? none : first}
                  options={named(type)}
                  style={{ width: '100%' }}
                  onChange={(v?: string) => {
                    const { [key]: _, ...rest } = t
                    onChange(v ? { ...rest, [key]: v } : rest)
                  }}
                />
              )}
            </Labelled>
          ))}
        </div>
      </section>
      <section className={css.part}>
        <h2>申报材料</h2>
        {t.materials.length === 0 && <p className={laid.note}>尚未添加材料，企业申报时不需要上传文件。</p>}
        <ol className={laid.items}>
          {t.materials.map((m, i) => (
            <MaterialEditor
              key={m.key}
              path={`template.materials.${i}`}
              material={m}
              all={all}
              onChange={(next) => set({ materials: replaced(t.materials, i, next) })}
              onMove={(by) => set({ materials: move(t.materials, i, by) })}
              onRemove={() => set({ materials: without(t.materials, i) })}
            />
          ))}
        </ol>
        <Button onClick={() => set({ materials: [...t.materials, newMaterial(t)] })} disabled={t.materials.length >= 30}>
          添加材料
        </Button>
      </section>
    </>
  )
}

interface MaterialProps {
  path: string
  material: FormMaterial
  all: readonly FormField[]
  onChange: (m: FormMaterial) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}
function MaterialEditor({ path, material: m, all, onChange, onMove, onRemove }: MaterialProps) {
  const set = (change: Partial<FormMaterial>) => onChange({ ...m, ...change })
  return (
    <li className={laid.item}>
      <div className={laid.grid}>
        <Labelled path={`${path}.name`} label="材料名称" required>
          {(at) => <Input {...at} value={m.name} maxLength={80} onChange={(e) => set({ name: e.target.value })} />}
        </Labelled>
        <Labelled path={`${path}.accept`} label="文件类型" required>
          {(at) => (
            <Select
              {...at}
              mode="multiple"
              value={m.accept}
              options={materialSuffixes.map((value) => ({ value, label: value.slice(1) }))}
              onChange={(accept) => set({ accept })}
              style={{ width: '100%' }}
            />
          )}
        </Labelled>
        <Labelled path={`${path}.maxMb`} label="单个文件上限（MB）" required>
          {(at) => (
            <NumberInput
              {...at}
              what="单个文件上限"
              value={m.maxMb}
              min={1}
              max={30}
              decimals={0}
              onChange={(v) => set({ maxMb: v ?? NaN })}
              style={{ width: '100%' }}
            />
          )}
        </Labelled>
        <Labelled path={`${path}.maxCount`} label="最多文件数" required>
          {(at) => (
            <NumberInput
              {...at}
              what="最多文件数"
              value={m.maxCount}
              min={1}
              max={20}
              decimals={0}
              onChange={(v) => set({ maxCount: v ?? NaN })}
              style={{ width: '100%' }}
            />
          )}
        </Labelled>
        <Labelled path={`${path}.hint`} label="说明" wide>
          {(at) => <Input {...at} value={m.hint ?? ''} maxLength={200} onChange={(e) => set({ hint: e.target.value })} />}
        </Labelled>
      </div>
      <Labelled path={`${path}.blank`} label="空白表格" hint="企业下载填写后作为这项材料上传，政策页上人人可以下载" wide>
        {({ id }) => (
          <UploadField
            id={id}
            kind="file"
            limit={1}
            aria-label={`${m.name || '未命名材料'}：空白表格`}
            value={m.blank ? [{ ...m.blank, exName: m.blank.fileName }] : []}
            onChange={(files) => {
              const [file] = files as Uploaded[]
              const { blank: _, ...rest } = m
              onChange(file ? { ...rest, blank: { filePath: file.filePath, fileName: file.fileName } } : rest)
            }}
          />
        )}
      </Labelled>
      <RuleEditor
        path={`${path}.showIf`}
        name={m.name || '未命名材料'}
        rule={m.showIf}
        fields={all}
        onChange={(showIf) => set({ showIf })}
      />
      <div className={laid.itemBar}>
        <Checkbox checked={m.required} onChange={(e) => set({ required: e.target.checked })}>
          必交
        </Checkbox>
        <ItemButtons name={m.name || '未命名材料'} onMove={onMove} onRemove={onRemove} />
      </div>
    </li>
  )
}
