/** Types of the fields of an expansion table. No schemas: screens may import it. */
export const fieldTypes = {
  text: '单行文本',
  textarea: '多行文本',
  number: '数字',
  integer: '整数',
  money: '金额（万元）',
  date: '日期',
  select: '单选',
  multiSelect: '多选',
  boolean: '是或否',
  phone: '手机号',
  idNumber: '身份证号',
  file: '附件',
} as const
export type FieldType = keyof typeof fieldTypes
export const fieldTypeCodes = Object.keys(fieldTypes) as FieldType[]
export const fieldTypeOptions = fieldTypeCodes.map((value) => ({ label: fieldTypes[value], value }))

export const isChoice = (type: FieldType): boolean => type === 'select' || type === 'multiSelect'
export const isNumeric = (type: FieldType): boolean => type === 'number' || type === 'integer' || type === 'money'
/** The name of a field as a sheet and a table head it: with the unit of its numbers; amounts are in 万元 where nothing else is said. */
export const fieldTitle = ({ fieldName, fieldType, unit }: { fieldName: string; fieldType: FieldType; unit: string | null }): string => {
  const said = unit || (fieldType === 'money' ? '万元' : '')
  return said === '' || fieldName.includes(`（${said}）`) ? fieldName : `${fieldName}（${said}）`
}
/** What names a person whatever the table says. */
export const isAlwaysPersonal = (type: FieldType): boolean => type === 'phone' || type === 'idNumber'
export const mayBePersonal = (type: FieldType): boolean => type === 'text' || isAlwaysPersonal(type)
export const mayBeKey = (type: FieldType): boolean =>
  type === 'text' || type === 'date' || type === 'integer' || type === 'number' || type === 'select'

/** Where a row of an expansion table comes from. What the company reported is read by others only with its consent (P-01). */
export const rowSources = { company: '企业填报', staff: '部门填报', sheet: '部门导入' } as const
