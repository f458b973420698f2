import type { RowLine, RowResourceKey, RowScope } from '../../../../contract/row-rules.ts'

type Values = Readonly<Record<string, unknown>>
export type Side = 'a' | 'b'

/** What the two canary rows of a resource are, and how three rules tell them apart. `own`, `other`: the walker's office and another one. */
export interface Canaries {
  /** the domains whose reading endpoints show its rows */
  domains: readonly string[]
  table: string
  /** text columns that get the unique word */
  marks: readonly string[]
  /** two existing rows, as `select id …`; without it the rows are inserted by `made` */
  pick?: string
  /** values that make a row one of the two canaries; `people` are users of the two offices */
  facts: (side: Side, at: Place) => Values
  /** further statements with the row's id as $1, such as for its offices */
  also?: (side: Side, at: Place) => readonly string[]
  /** each rule with the canary that it opens */
  rules: (at: Place) => readonly (readonly [sees: Side, rule: Opening])[]
  /** calls whose id names another record: one below the row (`select id … $1`), or none of this resource */
  ids?: Readonly<Record<string, string | null>>
  /** kinds of files that follow the row */
  files?: readonly string[]
  /** kinds of exports, with the filter that names a row when one is needed */
  exports?: Readonly<Record<string, string | null>>
  /** values that let a copy of a row stand beside it */
  twin: Values
  /** resources without whose rows nothing of it is seen, such as the companies with a tag */
  besides?: readonly RowResourceKey[]
}
export interface Place {
  own: number
  other: number
  /** users of these offices */
  mine: number
  theirs: number
  /** who walks under the first rule, for rules about 本人 */
  owner: number
}
export interface Opening {
  scope: RowScope
  officeIds?: readonly number[]
  lines?: readonly RowLine[]
}

const offices = ({ other }: Place, line: RowLine): [Side, Opening][] => [
  ['a', { scope: 'office' }],
  ['b', { scope: 'custom', officeIds: [other] }],
  ['a', { scope: 'all', lines: [line] }],
]
const among = (field: string, ...values: string[]): RowLine => ({ field, op: 'in', values })
const maker = (side: Side, { mine, theirs }: Place) => (side === 'a' ? mine : theirs)
const office = (side: Side, { own, other }: Place) => (side === 'a' ? own : other)

export const canaries: Readonly<Record<RowResourceKey, Canaries>> = {
  policy: {
    domains: ['policy', 'matching'],
    table: 'policy',
    marks: ['title', 'summary'],
    pick: `select id from policy where not deleted and state = 2 order by id desc limit 2`,
    facts: (side, at) => ({ created_by: maker(side, at), level: side === 'a' ? '1' : '4', state: 0 }),
    also: () => [
      `insert into policy_evaluation (user_id, policy_id, score, content)
       select id, $1, 4, '清楚' from sys_user where user_name = 'gr1' on conflict do nothing`,
    ],
    rules: (at) => offices(at, among('level', '1')),
    files: ['policy'],
    exports: { policy: null, policyEvaluation: null },
    twin: { code: 'twin-of-a-policy' },
  },
  consult: {
    domains: ['policy'],
    ids: { '/pol/calendar/policy': null },
    table: 'policy_consult',
    marks: ['content'],
    pick: `insert into policy_consult (policy_id, user_id, user_name, content)
      select p.id, u.id, u.name, 'x' || p.id from sys_user u, (select id from policy where state = 2 and not deleted order by id limit 2) p
      where u.user_name = 'gr1' returning id`,
    facts: (side) => (side === 'a' ? { state: 1, reply: '已答复', reply_at: '2026-01-05T08:00:00Z' } : { state: 0 }),
    also: (side, at) => [
      `update policy set created_by = ${maker(side, at)} where id = (select policy_id from policy_consult where id = $1)`,
    ],
    rules: (at) => offices(at, among('state', '1')),
    exports: { policyConsult: null },
    twin: { content: '又一个问题' },
  },
  declaration: {
    domains: ['declaration'],
    ids: { '/dec/declare/formData': null, '/dec/project/allocation/list': null },
    table: 'declaration',
    marks: ['declare_no'],
    pick: `select min(id) as id from declaration where state not in ('draft', 'refused') and deleted_at is null group by project_id order by 1 limit 2`,
    facts: (side) => ({ amount: side === 'a' ? 7_000_000_00 : 1_00, entered_by: null, entered_office: null }),
    also: (side, at) => [
      `update project_step set office_ids = null, office_id = ${office(side, at)} where project_id = (select project_id from declaration where id = $1)`,
      `delete from declaration_opinion where declaration_id = $1`,
    ],
    rules: (at) => offices(at, { field: 'amount', op: 'between', from: 600, to: null }),
    files: ['declaration'],
    exports: { declaration: null },
    twin: { declare_no: 'TWIN-1', state: 'refused' },
  },
  project: {
    domains: ['declaration'],
    table: 'project',
    marks: ['name'],
    pick: `select id from project p where not exists (select from declaration d where d.project_id = p.id) order by id limit 2`,
    facts: (side, at) => ({ examine_dep: office(side, at) }),
    also: () => [`update policy set state = 3 where id = (select policy_id from project where id = $1)`],
    rules: (at) => offices(at, among('examineDep', String(at.own))),
    twin: { name: '又一个项目' },
  },
  allowance: {
    domains: ['declaration'],
    table: 'allowance',
    marks: ['project_name', 'note'],
    pick: `select id from allowance where not deleted order by id limit 2`,
    facts: (side, at) => ({
      office_id: office(side, at),
      amount: side === 'a' ? 7_000_000_00 : 1_00,
      state: 0,
      public_from: null,
      public_to: null,
    }),
    rules: (at) => offices(at, { field: 'amount', op: 'between', from: 600, to: null }),
    files: ['allowance'],
    exports: { allowance: null },
    twin: { declaration_id: null, policy_id: null, project_name: '又一笔补贴', twin_reason: '走查' },
  },
  direct: {
    domains: ['direct'],
    table: 'direct_list',
    marks: ['title', 'note'],
    pick: `select id from direct_list order by id limit 2`,
    facts: (side, at) => ({
      office_id: office(side, at),
      state: side === 'a' ? 'confirming' : 'frozen',
      public_from: null,
      public_to: null,
    }),
    rules: (at) => offices(at, among('state', 'confirming')),
    ids: { '/direct/list/row': `select id from direct_row where list_id = $1 order by id limit 1` },
    exports: { direct: 'listId' },
    twin: { title: '又一份名单' },
  },
  company: {
    domains: ['company', 'matching'],
    table: 'company',
    marks: ['name', 'address'],
    pick: `select c.id from company c order by (select count(*) from personal_company p where p.company_id = c.id) desc, c.id desc limit 2`,
    facts: (side) => ({
      street_id: side === 'a' ? '9001' : '9002',
      industry: side === 'a' ? '3912' : '1412',
      business_type: side === 'a' ? 'industry' : 'service',
    }),
    rules: () => [
      ['a', { scope: 'all', lines: [among('street', '9001')] }],
      ['b', { scope: 'all', lines: [among('industry', '14')] }],
      ['a', { scope: 'all', lines: [among('street', '9001'), among('businessType', 'industry')] }],
    ],
    ids: {
      '/personal/company/findById': `select id from personal_company where company_id = $1 order by id limit 1`,
      '/api/entExpansionTable/findById': null,
      '/api/entExpansionTable/getTableFieldToSelect': null,
      '/api/entExpansionTableField/findById': null,
      '/polHighTechResult/findHeaderList': null,
      '/admin/policyCalculator/matchedCompanies': null,
    },
    exports: { company: null, companyArchive: null },
    twin: { credit_code: '91339999TWIN0001XX', name: '又一家企业' },
  },
  tag: {
    domains: ['company'],
    table: 'tag',
    marks: ['name', 'description'],
    pick: `select id from tag where parent_id is not null order by smart, id limit 2`,
    facts: (side, { owner, theirs }) => ({ created_by: side === 'a' ? owner : theirs }),
    also: () => [`insert into tag_company (tag_id, company_id, source) select $1, min(id), 'manual' from company on conflict do nothing`],
    rules: ({ other }) => [
      ['a', { scope: 'own', lines: [among('kind', 'manual', 'smart')] }],
      ['b', { scope: 'custom', officeIds: [other] }],
      ['a', { scope: 'office' }],
    ],
    exports: { tagCompany: 'tagId' },
    besides: ['company'],
    twin: { name: '又一个标签' },
  },
  appeal: {
    domains: ['appeal'],
    table: 'appeal',
    marks: ['title', 'content'],
    pick: `select id from appeal where state = 2 and not deleted and not public_flag and merged_into is null order by id limit 2`,
    facts: (side, at) => ({ office_id: office(side, at), street: side === 'a' ? '9001' : '9002', dealt_by: null }),
    also: (side, at) => [
      `delete from appeal_office where appeal_id = $1`,
      `insert into appeal_office (appeal_id, office_id, part) values ($1, ${office(side, at)}, 'main')`,
    ],
    rules: (at) => offices(at, among('street', '9001')),
    files: ['appeal', 'appealDeal'],
    exports: { appeal: null },
    twin: { appeal_no: 'TWIN-1', title: '又一件诉求' },
  },
  call: {
    domains: ['callcentre'],
    table: 'call_record',
    marks: ['content'],
    pick: `select id from call_record where state = 3 and not deleted and appeal_id is null order by start_time desc limit 2`,
    facts: (side, { owner, theirs }) => ({
      agent_id: side === 'a' ? owner : theirs,
      direction: side === 'a' ? 'in' : 'out',
      state: side === 'a' ? 2 : 3,
    }),
    rules: () => [
      ['a', { scope: 'own' }],
      ['b', { scope: 'all', lines: [among('state', '3'), among('direction', 'out')] }],
      ['a', { scope: 'all', lines: [among('state', '2')] }],
    ],
    files: ['callRecording'],
    exports: { call: null },
    twin: { call_key: 'twin-of-a-call' },
  },
  feedback: {
    domains: ['system'],
    table: 'feedback',
    marks: ['title', 'message'],
    facts: (side, { owner }) => ({
      handled_by: side === 'a' ? owner : null,
      state: side === 'a' ? 1 : 0,
      reply: side === 'a' ? '已修复' : null,
    }),
    rules: () => [
      ['a', { scope: 'own' }],
      ['b', { scope: 'all', lines: [among('state', '0')] }],
      ['a', { scope: 'all', lines: [among('state', '1')] }],
    ],
    twin: {},
  },
  market: {
    domains: ['market'],
    table: 'market_item',
    marks: ['title', 'description'],
    pick: `select id from market_item where kind = 'workshopInfo' and not deleted order by id limit 2`,
    facts: (side, at) => ({ created_by: maker(side, at), state: 0, street_ids: side === 'a' ? ['9001'] : ['9002'] }),
    rules: (at) => offices(at, among('street', '9001')),
    files: ['market'],
    exports: { workshopInfo: null },
    twin: { title: '又一处厂房' },
  },
  training: {
    domains: ['training'],
    table: 'train_activity',
    marks: ['title', 'summary'],
    pick: `select id from train_activity where not deleted and state = 2 order by id limit 2`,
    facts: (side, at) => ({ created_by: maker(side, at), state: side === 'a' ? 0 : 1 }),
    rules: (at) => offices(at, among('state', '0')),
    ids: {
      '/train/certificate/pdf': `select id from train_certificate where activity_id = $1 order by id limit 1`,
      '/train/plan/findById': null,
      '/train/info/findById': null,
      '/sys/live/findById': null,
    },
    files: ['trainActivity'],
    exports: { trainEnrol: 'id' },
    twin: { title: '又一场培训' },
  },
}
