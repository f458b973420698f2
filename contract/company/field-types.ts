/** Types of the fields of an expansion table. No schemas, because screens import this file. */
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
/** The title of a field in sheets and tables, with the unit of its numbers; money is in 万元 by default. */
export const fieldTitle = ({ fieldName, fieldType, unit }: { fieldName: string; fieldType: FieldType; unit: string | null }): string => {
  const said = unit || (fieldType === 'money' ? '万元' : '')
  return said === '' || fieldName.includes(`（${said}）`) ? fieldName : `${fieldName}（${said}）`
}
/** Types that are personal data in every table. */
export const isAlwaysPersonal = (type: FieldType): boolean => type === 'phone' || type === 'idNumber'
export const mayBePersonal = (type: FieldType): boolean => type === 'text' || isAlwaysPersonal(type)
export const mayBeKey = (type: FieldType): boolean =>
  type === 'text' || type === 'date' || type === 'integer' || type === 'number' || type === 'select'

/** Source of a row of an expansion table. Others read rows reported by the company only with its consent (P-01). */
export const rowSources = { company: '企业填报', staff: '部门填报', sheet: '部门导入' } as const
