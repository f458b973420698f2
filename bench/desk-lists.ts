/** Lists of a desk under each of their filters: the product's query, and the condition and order of the hand-written statement. */
interface Asked {
  name: string
  query: string
  where: string
  order?: string
}
export interface DeskList {
  path: string
  columns: string
  from: string
  usual: string
  order: string
  asked: readonly Asked[]
  words: readonly string[]
}

const late = `a.state in (1, 2, 3) and a.paused_at is null and a.deadline < now()`
const q = (name: string, query: string, where: string, order?: string): Asked => ({ name, query, where, ...(order ? { order } : {}) })
const day = (back: number) => new Date(Date.now() - back * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10)
const between = (column: string, from: string, to: string) =>
  `${column} >= '${from}T00:00:00+08:00' and ${column} < '${to}T00:00:00+08:00'::timestamptz + interval '1 day'`

export const appealList: DeskList = {
  path: '/appeal/info/list',
  columns: `a.id, a.version, a.state, a.appeal_no, a.title, a.type_id, t.name as type_name, big.name as big_name, a.source_type, a.user_id, a.user_name, a.company_id,
    c.name as company_name, a.contact_sealed, a.phone_sealed, a.street, a.office_id, o.name as office_name, a.created_at, a.submitted_at, a.deadline, a.ruling,
    a.urge_count, a.deal_result, a.deal_time, a.closed_at, a.score, a.evaluate_content, a.redone, a.public_flag, a.merged_into, a.level`,
  from: `appeal a left join appeal_type t on t.id = a.type_id left join appeal_type big on big.id = t.parent_id left join company c on c.id = a.company_id
    left join office o on o.id = a.office_id`,
  usual: 'not a.deleted and a.state > 0',
  order: 'a.submitted_at desc, a.id desc',
  asked: [
    q('no filter', '', 'true'),
    q('page 5,000', 'page=5000', 'true', 'a.submitted_at desc, a.id desc offset 49990'),
    q('state 办理中', 'state=2', 'a.state = 2'),
    q('state 已归档', 'state=6', 'a.state = 6'),
    q('big type', 'typeId=16', 'a.type_id in (select id from appeal_type where id = 16 or parent_id = 16)'),
    q('small type', 'typeId=1601', 'a.type_id = 1601'),
    q('office', 'officeId=2', 'a.office_id = 2'),
    q('source', 'sourceType=03', `a.source_type = '03'`),
    q('street', 'streetId=339999003', `a.street = '339999003'`),
    q('company', 'companyId=7', 'a.company_id = 7'),
    q('overdue', 'overdue=1', late),
    q('not overdue', 'overdue=0', `not coalesce(${late}, false)`),
    q('to be ruled', 'ruling=1', 'a.ruling'),
    q('second level', 'level=2', 'a.level = 2'),
    q('more time asked for', 'extending=1', 'a.extend_days is not null'),
    q('result', 'result=unsolved', `a.deal_result = 'unsolved'`),
    q('evaluated', 'evaluated=1', 'a.score is not null'),
    q('not evaluated', 'evaluated=0', 'a.score is null'),
    q('score 1', 'score=1', 'a.score = 1'),
    q('waits for me', 'forMe=1', 'a.state = 1'),
    q('submitted within a month', `startTime=${day(60)}&endTime=${day(30)}`, between('a.submitted_at', day(60), day(30))),
    q(
      'closed within a month',
      `closedFrom=${day(60)}&closedTo=${day(30)}`,
      `a.state in (4, 6) and ${between('a.closed_at', day(60), day(30))}`,
    ),
    q('number', 'keyword=SQ190000012', `a.appeal_no like 'SQ190000012%'`),
    q('by promised day', 'sort=deadline', 'true', 'a.deadline, a.id'),
    q('by promised day, latest first', 'sort=-deadline', 'true', 'a.deadline desc, a.id desc'),
    q('by day of closing', 'sort=-closeTime', 'true', 'a.closed_at desc nulls last, a.id desc'),
    q('by score', 'sort=score', 'true', 'a.score nulls last, a.id'),
    q('street and state', 'streetId=339999003&state=4', `a.street = '339999003' and a.state = 4`),
  ],
  words: ['用电', '贷款', '用工', '补贴 拨付', '企业', '厂区 用电 协调'],
}

export const callList: DeskList = {
  path: '/call/data/list',
  columns: `r.id, r.version, r.state, r.call_key, r.direction, r.phone_sealed, r.contact_sealed, r.company_id, c.name as company_name, r.agent_id, u.name as agent_name,
    r.start_time, r.answer_time, r.end_time, r.content, r.type_id, t.name as type_name, big.name as big_name, r.result, r.report_flag, r.appeal_id, r.office_id,
    o.name as office_name, r.registered_at`,
  from: `call_record r left join appeal_type t on t.id = r.type_id left join appeal_type big on big.id = t.parent_id left join company c on c.id = r.company_id
    left join sys_user u on u.id = r.agent_id left join office o on o.id = r.office_id`,
  usual: 'not r.deleted',
  order: 'r.start_time desc, r.id desc',
  asked: [
    q('no filter', '', 'true'),
    q('page 5,000', 'page=5000', 'true', 'r.start_time desc, r.id desc offset 49990'),
    q('incoming', 'direction=in', `r.direction = 'in'`),
    q('missed', 'state=4', 'r.state = 4'),
    q('registered', 'state=3', 'r.state = 3'),
    q('agent', 'agentId=AGENT', `r.agent_id = (select min(id) from sys_user where user_name like 'b-agent-%')`),
    q('company', 'companyId=7', 'r.company_id = 7'),
    q('big type', 'typeId=10', 'r.type_id in (select id from appeal_type where id = 10 or parent_id = 10)'),
    q('small type', 'typeId=1001', 'r.type_id = 1001'),
    q('street', 'streetId=339999003', `c.street_id = '339999003'`),
    q('result', 'result=office', `r.result = 'office'`),
    q('reported', 'reportFlag=1', 'r.report_flag'),
    q('not reported', 'reportFlag=0', 'not r.report_flag'),
    q('of nobody known', 'linked=0', 'r.company_id is null'),
    q('of somebody known', 'linked=1', 'r.company_id is not null'),
    q('number', 'phone=13900001001', `r.phone_index in ('x')`),
    q('within a month', `startTime=${day(60)}&endTime=${day(30)}`, between('r.start_time', day(60), day(30))),
    q('oldest first', 'sort=startTime', 'true', 'r.start_time, r.id'),
  ],
  words: ['用电', '贷款', '招工', '补贴', '高新技术企业', '申报 材料'],
}
