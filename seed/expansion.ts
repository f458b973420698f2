import { businessTypeOf } from '../contract/company/business-type.ts'
import { expansion } from '../contract/company/expansion.ts'
import { rowSources, type FieldType } from '../contract/company/field-types.ts'
import { rememberRows, rowKeyOf, saveTable, sealValues, tableById } from '../server/company/index.ts'
import { systemCall } from '../server/kernel/audit/audit.ts'
import { addDays, today } from '../server/kernel/clock.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'

type Value = string | number | boolean | null
interface TableSeed {
  tableName: string
  businessType: string
  filledBy: 'company' | 'staff'
  multiRow: 0 | 1
  note: string
  fields: [name: string, type: FieldType, more?: Record<string, unknown>][]
  /** credit code → rows, values in the order of the fields */
  rows: Record<string, Value[][]>
}
const key = { required: 1, keyFlag: 1 }
const choices = (...labels: string[]) => ({ options: labels.map((label) => ({ label, value: label })) })

const code = {
  bearings: '91339999MAEF12007U',
  machines: '91339999MAEF12373P',
  carParts: '91339999MAEF12744E',
  software: '91339999MAEF138513',
  tea: '91339999MAEF15339U',
  hotel: '91339999MAEF19778G',
}

const tables: TableSeed[] = [
  {
    tableName: '主要生产设备',
    businessType: 'industry',
    filledBy: 'company',
    multiRow: 1,
    note: '填写单台（套）原值 10 万元以上的生产、检测设备，用于技改、设备更新类政策的测算与核验。',
    fields: [
      ['设备编号', 'text', { ...key, maxLength: 30, hint: '企业内部编号' }],
      ['设备名称', 'text', { required: 1, maxLength: 60 }],
      ['设备类别', 'select', choices('加工设备', '检测设备', '自动化生产线', '环保设备', '其他')],
      ['原值', 'money', { unit: '万元', min: 0 }],
      ['购置日期', 'date'],
      ['是否数控', 'boolean'],
      ['设备责任人', 'text', { personalFlag: 1 }],
    ],
    rows: {
      [code.bearings]: [
        ['XL-001', '高精度外圆磨床', '加工设备', 186.5, '2023-04-18', true, '林知远'],
        ['XL-002', '轴承套圈自动化磨超线', '自动化生产线', 640, '2024-09-02', true, '韩启'],
        ['XL-003', '圆度仪', '检测设备', 42.8, '2022-11-20', false, null],
      ],
      [code.machines]: [
        ['LM-101', '五轴联动加工中心', '加工设备', 315, '2024-03-12', true, null],
        ['LM-102', '三坐标测量机', '检测设备', 88, '2021-06-30', true, null],
      ],
      [code.carParts]: [['CL-07', '冲压机器人工作站', '自动化生产线', 205, '2025-05-16', true, null]],
    },
  },
  {
    tableName: '在建项目',
    businessType: 'all',
    filledBy: 'company',
    multiRow: 1,
    note: '总投资 200 万元以上的在建或拟建项目。',
    fields: [
      ['项目代码', 'text', { ...key, maxLength: 40 }],
      ['项目名称', 'text', { required: 1, maxLength: 80 }],
      ['总投资', 'money', { unit: '万元', min: 0, required: 1 }],
      ['已完成投资', 'money', { unit: '万元', min: 0 }],
      ['进度', 'select', choices('前期', '在建', '试运行', '已竣工')],
      ['计划竣工日期', 'date'],
    ],
    rows: {
      [code.bearings]: [['2509-339999-07-02-100231', '年产 600 万套精密轴承智能化改造项目', 2800, 1150, '在建', '2027-03-31']],
      [code.software]: [['2511-339999-04-01-100377', '工业软件研发中心', 900, 320, '在建', '2026-12-31']],
      [code.tea]: [['2504-339999-01-02-100118', '茶叶清洁化加工车间', 460, 460, '试运行', '2026-10-30']],
    },
  },
  {
    tableName: '客房与餐位',
    businessType: 'hospitality',
    filledBy: 'company',
    multiRow: 0,
    note: '住宿餐饮企业的接待能力，用于促消费、文旅类政策。',
    fields: [
      ['客房数', 'integer', { unit: '间', min: 0 }],
      ['餐位数', 'integer', { unit: '个', min: 0 }],
      ['星级或等级', 'select', choices('五星', '四星', '三星', '银宿', '未评定')],
      ['年平均入住率', 'number', { unit: '%', min: 0, max: 100 }],
    ],
    rows: { [code.hotel]: [[86, 220, '四星', 61.5]] },
  },
  {
    tableName: '走访服务记录',
    businessType: 'all',
    filledBy: 'staff',
    multiRow: 1,
    note: '服务专员的走访情况，由企业服务中心填报，企业可以查看。',
    fields: [
      ['走访日期', 'date', key],
      ['主要诉求', 'textarea', { required: 1 }],
      ['办理情况', 'select', choices('已办结', '办理中', '已答复')],
      ['服务专员电话', 'phone'],
    ],
    rows: {
      [code.bearings]: [
        ['2026-10-15', '技改项目用电增容周期较长，希望协调供电部门。', '办理中', '15440000001'],
        ['2026-06-08', '咨询高新技术企业重新认定的准备事项。', '已答复', '15440000001'],
      ],
      [code.machines]: [['2026-09-22', '招聘数控技师困难，希望组织校企对接。', '已办结', '15440000002']],
    },
  },
]

/** Companies that belong to the same group, for clauses that count the group as one. */
const related: TableSeed = {
  tableName: '未入驻平台的关联企业',
  businessType: 'all',
  filledBy: 'company',
  multiRow: 1,
  note: '只填没有本平台账号的母公司、子公司和同一实际控制人的企业，政策按集团合并口径计算时使用；有账号的请在“关联企业（双方确认）”登记，不要在这里重复填写。其数据须经该企业同意后填写，没有填的按待补信息处理；没有关联企业的也请填一行，关系选“没有关联企业”，数字填 0。',
  fields: [
    ['关联企业信用代码', 'text', { ...key, maxLength: 18 }],
    ['关联企业名称', 'text', { required: 1, maxLength: 100 }],
    ['关系', 'select', { required: 1, ...choices('全资子公司', '控股子公司', '母公司', '同一实际控制人', '参股企业', '没有关联企业') }],
    ['持股比例', 'number', { unit: '%', min: 0, max: 100 }],
    ['起始日期', 'date'],
    ['目前仍关联', 'boolean', { required: 1 }],
    ['该企业同意提供数据', 'boolean', { required: 1 }],
    ['上年度营业（销售）收入', 'money', { min: 0 }],
    ['上上年度营业（销售）收入', 'money', { min: 0 }],
    ['上年度研发费用', 'money', { min: 0 }],
    ['职工总数（从业人员）', 'integer', { unit: '人', min: 0 }],
  ],
  rows: {
    [code.bearings]: [
      ['91339999MAEG10017X', '云溪县辰纲轴承装备有限公司（示例）', '全资子公司', 100, '2021-03-15', true, true, 2600, 2350, 118, 46],
      ['91339999MAEG10025R', '云溪县辰纲精工科技有限公司（示例）', '控股子公司', 65, '2023-08-01', true, true, 1480, 900, 96, 31],
    ],
    [code.machines]: [
      ['91339999MAEG10033L', '云溪县拓砺数控销售有限公司（示例）', '全资子公司', 100, '2022-05-10', true, true, 860, 790, 0, 12],
      ['91339999MAEG10041G', '云溪县拓砺铸造有限公司（示例）', '同一实际控制人', null, '2020-11-02', true, true, 1930, 1710, 42, 58],
    ],
  },
}

/** Some expansion tables with data of demo companies, and the kind of business of all companies except the first, which is asked for it. */
export const expansionSeed: Seed = {
  name: 'expansion tables',
  demoOnly: true,
  run: (k) =>
    seedOnce(k, 'expansion tables', async () => {
      await setBusinessTypes(k)
      for (const one of tables) await seedTable(k, one)
    }),
}

/** The list of related companies, also in older data folders. */
export const relatedSeed: Seed = {
  name: 'related companies',
  demoOnly: true,
  run: (k) =>
    seedOnce(k, 'related companies', async () => {
      await seedTable(k, related)
      const rows = await k.db
        .selectFrom('expansion_row as r')
        .innerJoin('expansion_table as t', 't.id', 'r.table_id')
        .select(['t.id', 'r.company_id'])
        .where('t.name', '=', related.tableName)
        .execute()
      for (const [tableId, of] of Map.groupBy(rows, ({ id }) => id))
        await k.db.transaction().execute((db) =>
          rememberRows(
            k,
            db,
            tableId,
            of.map((row) => row.company_id),
            null,
          ),
        )
    }),
}

async function setBusinessTypes(k: Kernel): Promise<void> {
  const companies = await k.db
    .selectFrom('company')
    .select(['id', 'industry'])
    .where('business_type', 'is', null)
    .where('credit_code', '<>', code.bearings)
    .execute()
  for (const { id, industry } of companies)
    await k.db
      .updateTable('company')
      .set({ business_type: businessTypeOf(industry) })
      .where('id', '=', id)
      .execute()
}

async function seedTable(k: Kernel, { rows, fields, ...head }: TableSeed): Promise<void> {
  if (await k.db.selectFrom('expansion_table').select('id').where('name', '=', head.tableName).executeTakeFirst()) return
  const body = expansion.save.body!.parse({
    ...head,
    fields: fields.map(([fieldName, fieldType, more]) => ({ fieldName, fieldType, ...more })),
  })
  const { id } = await saveTable(k, systemCall('seed'), body)
  const table = await tableById(k.db, id)
  const source = head.filledBy === 'company' ? rowSources.company : rowSources.staff
  const day = addDays(today(k.clock), -20)
  for (const [creditCode, list] of Object.entries(rows)) {
    const company = await k.db.selectFrom('company').select('id').where('credit_code', '=', creditCode).executeTakeFirst()
    if (!company) continue
    for (const one of list) {
      const values = Object.fromEntries(
        table.fields.flatMap((f, n) => (one[n] === null || one[n] === undefined ? [] : [[f.fieldKey, one[n]]])),
      )
      await k.db
        .insertInto('expansion_row')
        .values({
          table_id: id,
          company_id: company.id,
          row_key: rowKeyOf(table, values),
          values: JSON.stringify(sealValues(k, table.fields, values)),
          origins: JSON.stringify(Object.fromEntries(Object.keys(values).map((field) => [field, [source, day]]))),
          source,
        })
        .onConflict((c) => c.doNothing())
        .execute()
    }
  }
}
