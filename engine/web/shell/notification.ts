// Not `import('react-admin')`: the bundler would keep all that it exports.
export { Notification } from 'react-admin'
