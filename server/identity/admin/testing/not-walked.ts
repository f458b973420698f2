/**
 * What the walk over the rows of a rule (rule-walk.test.ts) does not ask for, by reason. The test compares the list with the tables of
 * endpoints, exports and files, so that a new one is either walked or placed here.
 */
export const notWalked = {
  calls: {
    // Rows of another kind: no rule of rows exists for them, a permission opens them all.
    轮播图: ['/admin/carousel/findById'],
    同义词和没有找到的词: ['/admin/policy/synonym/list', '/admin/policy/synonym/usedBy', '/admin/policy/unanswered/list'],
    首页配置: ['/pol/polDicValue/queryByPage'],
    自有字段与高新技术企业的配置: ['/admin/ownField/usedBy', '/polHighTechConfig/findById', '/polHighTechConfig/getQuestionList'],
    '拓展表的结构，不是企业的行': ['/api/entExpansionTable/downloadExcelTemplate', '/api/entExpansionTable/findById'],
    诉求的分类与规则: [
      '/appeal/dealDuration/findById',
      '/appeal/dealDuration/list',
      '/appeal/route/list',
      '/appeal/route/options',
      '/appeal/template/list',
      '/appeal/type/list',
    ],
    '政策缺口不含提出人，不随诉求的规则': ['/appeal/gap/list'],
    '字典、日历、运行、日志': [
      '/sys/calendar/list',
      '/sys/dictType/findById',
      '/sys/dictType/list',
      '/sys/dictType/options',
      '/sys/dictValue/export',
      '/sys/dictValue/findById',
      '/sys/dictValue/list',
      '/sys/log/check',
      '/sys/log/facets',
      '/sys/log/list',
      '/sys/log/names',
      '/sys/operations/alarms',
      '/sys/operations/jobs',
      '/sys/operations/state',
      '/tech/domain/children',
    ],
    // Open to anybody, or the caller's own.
    公开的内容: [
      '/appeal/info/caseById',
      '/dec/receipt/verify',
      '/direct/public/rows',
      '/files/downloadTemplate',
      '/imitate/match/log/getMatchCount',
      '/map/tiles',
      '/pol/calendar/feed',
      '/pol/info/compareVersions',
      '/train/activity/ics',
    ],
    本人的任务与记录: [
      '/admin/policy/dryRun/progress',
      '/admin/policy/dryRun/reason',
      '/corp/policyCalculator/findById',
      '/export/progress',
      '/import/progress',
    ],
    '文件：每类文件另外走': ['/files/download', '/files/link'],
    '以 GET 改动的（规格如此），不是读取': ['/admin/match/form/delete', '/admin/policy/doc/deletePolicyFile'],
    // Of a ruled resource, but not reachable with the canaries; the tests of the domains ask them.
    '另三种供需与厂房同一段代码（joinKind）': ['/land/demand/findById', '/land/info/findById', '/workshop/demand/findById'],
    审核记录的编号不是供需的: [
      '/land/reviewLog/findById',
      '/land/reviewLog/listReviewPassed',
      '/workshop/reviewLog/findById',
      '/workshop/reviewLog/listReviewPassed',
    ],
    只答审核通过的供需: ['/market/match/forDemand', '/market/match/forSupply'],
    '要有下级的记录（文件、修订、表单、绑定、拓展数据），金丝雀没有': [
      '/admin/match/form/queryQuestionList',
      '/admin/policy/doc/findById',
      '/api/entExpansionTable/dataList',
      '/dynamic/company/info/queryEntArchiveOtherDetail',
      '/personal/company/findById',
      '/pol/revision/findById',
    ],
    '要在某个状态（待拨付、代录、已办结、已公示的分配、进行中、有证书），金丝雀不在': [
      '/allowance/paymentSheet',
      '/appeal/info/publishText',
      '/dec/declare/entered',
      '/dec/project/allocation/list',
      '/pol/consult/verdict',
      '/train/activity/venueCode',
      '/train/certificate/pdf',
      '/train/certificate/zip',
    ],
    两个编号属于两种记录: ['/tag/info/explain'],
    '告知了谁：随每类记录自己的规则，要每类各自的种类名': ['/sys/told/list'],
  },
  exports: {
    不是有规则的记录: ['accessReview', 'auditLog', 'user', 'visitLog'],
    '政策文件：金丝雀没有文件，随政策的规则（server/policy/document/documents.ts 的 seenBy）': ['policyDocument'],
    '拓展表数据：金丝雀没有，随企业的规则（company/expansion 的 askedRows）': ['expansion'],
    另三种供需与厂房同一段代码: ['landDemand', 'landInfo', 'workshopDemand'],
  },
  files: {
    '随权限，不随行': ['carousel', 'news', 'service', 'trainInfo', 'trainLive'],
    本人的: ['company_evidence', 'export', 'import', 'myData'],
    '属于下级的记录，金丝雀没有': ['expansionRow', 'personal_company', 'policyDocument', 'policyRevision'],
    // server/training/material-files.ts: who manages the activity by its rule, and participants with a seat.
    '培训资料随活动的规则和参加人的名额，金丝雀没有资料': ['trainMaterial'],
  },
} as const satisfies Record<'calls' | 'exports' | 'files', Record<string, readonly string[]>>
