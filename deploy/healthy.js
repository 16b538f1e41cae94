// The health check of the container.
const { ok } = await fetch(`http://127.0.0.1:${process.env.PORT || 8800}/health/ready`)
process.exitCode = ok ? 0 : 1
