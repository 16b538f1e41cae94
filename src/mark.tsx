/** Mingchu's mark: a steaming bowl. */
export function Mark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" style={{ flex: 'none' }}>
      <rect width="24" height="24" rx="7" fill="var(--mui-palette-primary-main)" />
      <g fill="var(--mui-palette-primary-contrastText)" stroke="var(--mui-palette-primary-contrastText)">
        <path d="M4.4 11.4h15.2a7.6 7.6 0 0 1-4.5 6.6v1.5H8.9V18a7.6 7.6 0 0 1-4.5-6.6Z" stroke="none" />
        <path d="M12 8.9c-1.5-1.2 1.5-2.1 0-3.9" strokeWidth="1.7" strokeLinecap="round" fill="none" />
      </g>
    </svg>
  )
}
