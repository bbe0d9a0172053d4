// Tables whose headings sort them: up, down, as they were.
export function sortable(table) {
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const before = head.getAttribute("aria-sort");
      heads.forEach((each) => each.removeAttribute("aria-sort"));
      if (before === "descending") return body.append(...rows);
      const sign = before === "ascending" ? -1 : 1;
      head.setAttribute("aria-sort", sign === 1 ? "ascending" : "descending");
      const key = (row) => row.cells[column].dataset.sort ?? row.cells[column].textContent;
      const ordered = [...rows].sort((a, b) => {
        const [one, other] = [key(a), key(b)];
        const [x, y] = [Number(one), Number(other)];
        const numbers = one !== "" && other !== "" && !Number.isNaN(x) && !Number.isNaN(y);
        return sign * (numbers ? x - y : one.localeCompare(other));
      });
      body.append(...ordered);
    });
  });
}
