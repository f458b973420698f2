import type { Permission } from './domain-words.ts'
import { gathered } from './domains.ts'

/** Every permission code of the platform; no other code exists. Domains state theirs in `contract/<domain>/domain.ts`. */
export const permissions = {
  'policy:read': { name: '查看政策', domain: 'policy', opens: '政策管理各列表、详情、修订与统计' },
  'policy:edit': { name: '编辑政策', domain: 'policy', opens: '新增、修改政策，提交审核，编辑条件、题目与样例' },
  'policy:publish': { name: '发布政策', domain: 'policy', opens: '上架、下架、定时发布，不经审核时直接发布' },
  'policy:review': { name: '审核政策', domain: 'policy', opens: '审核政策、修订、废止和政策文件' },
  'policy:label': { name: '管理政策标签', domain: 'policy', opens: '政策标签的增、改、删' },
  'policy:synonym': { name: '维护搜索同义词', domain: 'policy', opens: '搜索同义词，没找到的问题' },
  'carousel:manage': { name: '管理轮播图', domain: 'policy', opens: '轮播图的增、改、发布、撤下' },
  'home:manage': { name: '配置首页', domain: 'policy', opens: '首页栏目、数字、入口和推荐' },
  'consult:read': { name: '查看咨询', domain: 'policy', opens: '政策咨询管理列表与详情' },
  'consult:answer': { name: '答复咨询', domain: 'policy', opens: '答复、转办和结束咨询' },
  'matching:reverse': { name: '反向匹配企业', domain: 'matching', opens: '按政策条件查找符合的企业' },
  'project:manage': { name: '管理申报项目', domain: 'declaration', opens: '申报项目、表单和审核环节的配置' },
  'declaration:read': { name: '查看申报', domain: 'declaration', opens: '本人可见范围内的申报、办理记录和导出' },
  'declaration:accept': { name: '受理申报', domain: 'declaration', opens: '受理、退回补正，窗口代为录入' },
  'declaration:review': { name: '审核申报', domain: 'declaration', opens: '部门审核、审定，征求意见' },
  'allowance:read': { name: '查看补贴', domain: 'declaration', opens: '补贴管理列表与详情' },
  'allowance:manage': { name: '管理补贴', domain: 'declaration', opens: '登记、修改、公示补贴，导出' },
  'allowance:review': { name: '审核补贴', domain: 'declaration', opens: '审核补贴，登记异议的核实结果' },
  'allowance:pay': { name: '拨付补贴', domain: 'declaration', opens: '登记拨付，更正拨付登记' },
  'direct:read': { name: '查看免申即享', domain: 'direct', opens: '免申即享名单、依据和导出' },
  'direct:manage': { name: '管理免申即享', domain: 'direct', opens: '编制、冻结、提交名单，移交' },
  'direct:confirm': { name: '确认免申即享', domain: 'direct', opens: '确认、退回、取消名单，答复异议' },
  'appeal:read': { name: '查看诉求', domain: 'appeal', opens: '本人可见范围内的诉求、统计和导出，联系方式脱敏' },
  'appeal:dispatch': { name: '受理诉求', domain: 'appeal', opens: '转办、裁定、退回、归档诉求，直接答复，暂停计时' },
  'appeal:deal': { name: '办理诉求', domain: 'appeal', opens: '办理、转出、退回本部门的诉求' },
  'appeal:examine': { name: '审核诉求答复', domain: 'appeal', opens: '审核他人写的答复' },
  'appeal:manage': { name: '管理诉求分类', domain: 'appeal', opens: '诉求类型、承办部门、办理时限、分办规则和答复模板' },
  'appeal:gap': { name: '关联政策缺口', domain: 'appeal', opens: '没有合适政策的诉求（不含提出人），关联后来的政策' },
  ...gathered('permissions'),
  'appeal:enter': { name: '代提诉求', domain: 'appeal', opens: '代企业提交诉求，看到本人代提的诉求办到哪一步' },
  'call:agent': { name: '接听来电', domain: 'callcentre', opens: '呼叫中心：接听、登记、转诉求、回拨' },
  'call:read': { name: '查看通话', domain: 'callcentre', opens: '本人可见范围内的通话记录、统计、坐席看板和导出，号码脱敏' },
  'company:read': { name: '查看企业', domain: 'company', opens: '企业列表、档案、画像和授权记录' },
  'company:manage': { name: '管理企业档案', domain: 'company', opens: '新建和修改企业档案、拓展表、锁定企业' },
  'binding:examine': { name: '审核绑定', domain: 'company', opens: '个人绑定企业申请的审核' },
  'companyCode:read': { name: '查看企业码', domain: 'company', opens: '企业码台账与统计' },
  'companyCode:manage': { name: '管理企业码', domain: 'company', opens: '发放、停用企业码' },
  'tag:read': { name: '查看企业标签', domain: 'tag', opens: '标签、带标签的企业和导出' },
  'tag:manage': { name: '管理企业标签', domain: 'tag', opens: '标签的增、改、删，智能标签的规则，标签导入' },
  'feedback:read': { name: '查看留言', domain: 'system', opens: '留言反馈列表，按原因查看联系方式' },
  'feedback:answer': { name: '答复留言', domain: 'system', opens: '答复留言' },
  'site:manage': { name: '管理网站内容', domain: 'site', opens: '关于我们、基础数据和推广位' },
  'sms:read': { name: '查看短信', domain: 'sms', opens: '短信模板、发送任务与结果，号码脱敏，退订登记' },
  'sms:manage': { name: '管理短信', domain: 'sms', opens: '写短信模板，选收件人，试算、提交、中止发送' },
  'sms:review': { name: '复核短信', domain: 'sms', opens: '审核他人的短信模板，复核他人的发送任务' },
  'export:run': { name: '导出', domain: 'system', opens: '政策、企业列表等的导出' },
  'pii:read': { name: '导出完整个人信息', domain: 'system', opens: '导出时手机号、证件号等不脱敏' },
  'insight:read': { name: '查看运行情况', domain: 'insight', opens: '超期督办和统计；领导的日常视图' },
  'log:read': { name: '查看访问日志', domain: 'system', opens: '访问日志及其导出', reserved: true },
  'audit:read': { name: '查看审计日志', domain: 'system', opens: '审计日志及其导出，查看本身也记入审计', reserved: true },
  'user:read': { name: '查看用户', domain: 'identity', opens: '用户列表与详情，手机号脱敏', reserved: true },
  'user:manage': { name: '管理用户', domain: 'identity', opens: '用户的增、改、停用；无人可办的申报会告知持有人', reserved: true },
  'user:unlock': { name: '解锁账号', domain: 'identity', opens: '解除账号的登录锁定', reserved: true },
  'role:manage': { name: '管理角色', domain: 'identity', opens: '角色、权限和分配', reserved: true },
  'menu:manage': { name: '管理菜单', domain: 'identity', opens: '菜单的增、改、删', reserved: true },
  'office:manage': { name: '管理部门', domain: 'identity', opens: '部门的增、改、停用', reserved: true },
  'calendar:manage': { name: '管理工作日历', domain: 'system', opens: '工作日与调休，期限按它计算', reserved: true },
  'operation:manage': { name: '管理运行', domain: 'system', opens: '运行监控、告警和定时任务', reserved: true },
  'link:manage': { name: '管理首页菜单与平台', domain: 'site', opens: '首页菜单、快速链接、政府网站和对接平台', reserved: true },
  'dict:manage': { name: '管理字典', domain: 'system', opens: '字典的增、改、停用', reserved: true },
} as const satisfies Readonly<Record<string, Permission>>

export type PermissionCode = keyof typeof permissions
/** Permissions of the three administrators, which no other role can have. */
export const isReserved = (code: PermissionCode): boolean => 'reserved' in permissions[code]
export const isPermissionCode = (code: string): code is PermissionCode => code in permissions

/** Codes that roles have but that no call checks yet, with the domain that will. This list may only shrink. */
export const notAskedYet: Readonly<Partial<Record<PermissionCode, string>>> = {}
