/** The texts that react-admin can show: the others belong to its own components, which are not used. */
export const reactAdminTexts = {
  zh: {
    ra: {
      action: { undo: '撤销' },
      auth: { auth_check_error: '请登录后继续' },
      message: { select_all_limit_reached: '数据过多，只选择了前 %{max} 条' },
      notification: {
        http_error: '无法连接服务器，请检查网络',
        i18n_error: '无法加载所选语言',
        logged_out: '登录已失效，请重新登录',
        not_authorized: '您没有访问此内容的权限',
      },
      page: { list: '%{name}' },
    },
  },
  en: {
    ra: {
      action: { undo: 'Undo' },
      auth: { auth_check_error: 'Please sign in to continue' },
      message: { select_all_limit_reached: 'Only the first %{max} records are selected' },
      notification: {
        http_error: 'The server cannot be reached. Check the network.',
        i18n_error: 'The texts of the chosen language could not be loaded',
        logged_out: 'Your session has ended. Please sign in again.',
        not_authorized: 'You do not have access to this content',
      },
      page: { list: '%{name}' },
    },
  },
}
