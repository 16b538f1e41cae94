import { faultWordings } from '../../fields/fault.ts'
import type { Bilingual } from '../../model/model.ts'
import { useOwnWords } from '../words/use-own-words.ts'

const dept = { zh: '部门', en: 'Department' }
const role = { zh: '角色', en: 'Role' }

/** The texts of the lock, the bell, the error log and the pages of the system, which are loaded after the first screen. */
const systemWords = {
  lockHelp: {
    zh: '设置一个锁屏密码，输入它才能解锁；本浏览器的所有标签页一起锁定。',
    en: 'Choose a password to unlock with. All tabs of this browser are locked.',
  },
  lockPassword: { zh: '锁屏密码', en: 'Lock password' },
  lockEmpty: faultWordings['lock.empty'](),
  switchHelp: {
    zh: '切换后只以所选部门和角色的权限工作；重新登录后恢复全部。',
    en: 'You then act with this department and role only, until you sign in again.',
  },
  dept,
  role,
  noDept: faultWordings['value.select'](dept),
  noRole: faultWordings['value.select'](role),
  unlock: { zh: '解锁', en: 'Unlock' },
  lockUnsaved: {
    zh: '退出登录会丢失未保存的内容，确定退出？',
    en: 'Signing out discards unsaved input. Sign out?',
  },
  bell: { zh: '消息与公告', en: 'Messages and announcements' },
  bellCount: { zh: '消息与公告，%{count} 条未读', en: 'Messages and announcements, %{count} unread' },
  messages: { zh: '消息', en: 'Messages' },
  notices: { zh: '公告', en: 'Announcements' },
  allRead: { zh: '全部已读', en: 'Mark all as read' },
  allNotices: { zh: '查看全部公告', en: 'All announcements' },
  noMessages: { zh: '没有消息', en: 'No messages' },
  noNotices: { zh: '没有公告', en: 'No announcements' },
  unread: { zh: '未读', en: 'Unread' },
  errors: { zh: '错误日志', en: 'Error log' },
  errorsCount: { zh: '错误日志，%{count} 条', en: 'Error log, %{count} entries' },
  errorsHere: { zh: '本机 %{count} 条，最多留 %{most} 条', en: '%{count} on this device, at most %{most}' },
  noErrors: { zh: '没有错误', en: 'No errors' },
  noErrorsHelp: {
    zh: '页面出错时会记在这里，可上传给管理员。',
    en: 'Errors of pages are listed here, to be uploaded.',
  },
  type: { zh: '类型', en: 'Type' },
  url: { zh: '地址', en: 'Address' },
  content: { zh: '内容', en: 'Content' },
  stack: { zh: '堆栈', en: 'Stack' },
  time: { zh: '时间', en: 'Time' },
  upload: { zh: '上传到服务器', en: 'Upload to server' },
  uploadSure: { zh: '确认上传本地日志到服务器?', en: 'confirm upload local logs to server?' },
  uploaded: { zh: '发送成功!', en: 'sent successfully!' },
  clear: { zh: '清空本地日志', en: 'Clear local logs' },
  clearSure: { zh: '确认清空本地日志记录?', en: 'confirm clear local log records?' },
  cleared: { zh: '清空成功!', en: 'cleared successfully!' },
  info: { zh: '个人信息', en: 'Personal information' },
  basic: { zh: '基本信息', en: 'Profile' },
  password: { zh: '修改密码', en: 'Change password' },
  avatar: { zh: '头像', en: 'Avatar' },
  realName: { zh: '真实姓名', en: 'Real name' },
  name: { zh: '用户名', en: 'User name' },
  phone: { zh: '手机号', en: 'Mobile phone' },
  email: { zh: '邮箱', en: 'E-mail' },
  passwordHelp: { zh: '修改后，其他设备需要重新登录。', en: 'Other devices have to sign in again afterwards.' },
  forbidden: { zh: '抱歉，您无权访问该页面', en: 'You are not allowed to open this page' },
  forbiddenHelp: { zh: '请联系管理员授权。', en: 'An administrator can grant the permission.' },
  broken: { zh: '抱歉，服务器出错了', en: 'The server has failed' },
  brokenHelp: {
    zh: '请稍后再试；仍然出错时，请把编号告诉管理员。',
    en: 'Try again later. If it persists, report the ID.',
  },
  home: { zh: '返回首页', en: 'Go to the first page' },
  test: { zh: '测试菜单', en: 'Test menu' },
  testHelp: { zh: '此页只用于模拟菜单，没有数据。', en: 'This page is for mock menus only and has no data.' },
} as const satisfies Readonly<Record<string, Bilingual>>

export const useSystemWords = () => useOwnWords(systemWords)
